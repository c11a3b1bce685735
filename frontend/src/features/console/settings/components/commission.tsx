import { Trans, useLingui } from "@lingui/react/macro";
import { NumberInput, SelectInput } from "@/components/forms/fields";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm } from "./section-form";

/** What affiliates earn, and when. */
export function CommissionSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection("commission", settings, (stored) => stored.commission, put.commission);
  return (
    <SectionForm
      id="commission"
      title={t`Commission`}
      description={<Trans>Commissions that were earned stay as they were.</Trans>}
      settings={settings}
      form={form}
    >
      <NumberInput control={form.control} name="percent" label={t`Percent of the price`} />
      <SelectInput control={form.control} name="payableOn" label={t`May be paid out when the booking is`}>
        <option value="booking">{t`made`}</option>
        <option value="confirmation">{t`confirmed`}</option>
        <option value="completion">{t`completed`}</option>
      </SelectInput>
    </SectionForm>
  );
}
