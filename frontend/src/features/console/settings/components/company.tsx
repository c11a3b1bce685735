import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { companyBasicsLimits as limits } from "@/api/limits.gen";
import { SelectField, TextField } from "@/components/ui/field";
import { meQuery } from "@/features/console/shared/session";
import { formatCurrencyName } from "@/lib/format";
import { type CompanyBasics, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm } from "./section-form";

/** The company's name, and the currency it charges in. */
export function CompanySection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const section = useSection(settings.company, async (body: CompanyBasics) => {
    const saved = await put.company(body);
    const { name } = saved.company;
    client.setQueryData(meQuery.queryKey, (me) => me && { ...me, tenant: { ...me.tenant, name } });
    return saved;
  });
  const { draft, set, problem } = section;
  return (
    <SectionForm
      id="company"
      title={t`Name and currency`}
      description={
        <Trans>
          Your site, emails and documents show this name. Texts that mention an earlier name stay as they are.
        </Trans>
      }
      settings={settings}
      section={section}
    >
      <TextField
        label={t`Company name`}
        value={draft.name}
        error={problem("name")}
        maxLength={limits.name.maxLength}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SelectField
        label={t`Currency`}
        hint={
          settings.canChangeCurrency
            ? t`Amounts are not converted: 60 stays 60. Check every price after a change. Prices in other currencies are turned off.`
            : t`It can only change while the site is closed and no booking, payment or cost is stored.`
        }
        disabled={!settings.canChangeCurrency}
        value={draft.currency}
        error={problem("currency")}
        onChange={(event) => set({ currency: event.target.value })}
      >
        {settings.currencies.map((currency) => (
          <option key={currency} value={currency}>
            {currency} – {formatCurrencyName(currency)}
          </option>
        ))}
      </SelectField>
    </SectionForm>
  );
}
