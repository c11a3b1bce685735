import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { companyBasicsLimits as limits } from "@/api/limits.gen";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { meQuery } from "@/features/console/shared/session";
import { formatCurrencyName } from "@/lib/format";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm } from "./section-form";

/** The company's name, and the currency it charges in. */
export function CompanySection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useSection(
    "company",
    settings,
    (stored) => stored.company,
    async (body) => {
      const saved = await put.company(body);
      const { name } = saved.company;
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, tenant: { ...me.tenant, name } });
      return saved;
    },
  );
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
      form={form}
    >
      <TextInput
        control={form.control}
        name="name"
        label={t`Company name`}
        maxLength={limits.name.maxLength}
      />
      <SelectInput
        control={form.control}
        name="currency"
        label={t`Currency`}
        hint={
          settings.canChangeCurrency
            ? t`Amounts are not converted: 60 stays 60. Check every price after a change. Prices in other currencies are turned off.`
            : t`It can only change while the site is closed and no booking, payment or cost is stored.`
        }
        disabled={!settings.canChangeCurrency}
      >
        {settings.currencies.map((currency) => (
          <option key={currency} value={currency}>
            {currency} – {formatCurrencyName(currency)}
          </option>
        ))}
      </SelectInput>
    </SectionForm>
  );
}
