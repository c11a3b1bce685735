import { Trans, useLingui } from "@lingui/react/macro";
import { SelectField } from "@/components/ui/field";
import { type Commission, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { NumberField } from "./number-field";
import { SectionForm } from "./section-form";

/** What affiliates earn, and when. */
export function CommissionSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.commission, put.commission);
  const { draft, set, problem } = section;
  return (
    <SectionForm
      id="commission"
      title={t`Commission`}
      description={<Trans>Commissions that were earned stay as they were.</Trans>}
      settings={settings}
      section={section}
    >
      <NumberField
        label={t`Percent of the price`}
        value={draft.percent}
        error={problem("percent")}
        onChange={(percent) => set({ percent } as Partial<Commission>)}
      />
      <SelectField
        label={t`May be paid out when the booking is`}
        value={draft.payableOn}
        error={problem("payableOn")}
        onChange={(event) => set({ payableOn: event.target.value as Commission["payableOn"] })}
      >
        <option value="booking">{t`made`}</option>
        <option value="confirmation">{t`confirmed`}</option>
        <option value="completion">{t`completed`}</option>
      </SelectField>
    </SectionForm>
  );
}
