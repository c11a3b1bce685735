import { useLingui } from "@lingui/react/macro";
import { takeBookingRequestLimits as limits } from "@/api/limits.gen";
import { SelectField, TextField } from "@/components/ui/field";
import { CustomerNotice } from "@/features/console/shared/customer-notice";
import { useMay } from "@/features/console/shared/session";
import { languageName } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import type { Quote } from "../api";
import { FormSection, useField } from "./form-section";
import { KnownCustomers } from "./known-customers";

interface Props {
  refusals: Record<string, string>;
  quote: Quote | undefined;
  /** A booking that is there already has its language. */
  isNew?: boolean;
}

/** Who rents, and whom the company knows by what is typed. A name is enough for a walk-in. */
export function CustomerSection({ refusals, quote, isNew = false }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const field = useField(refusals);
  const { languages } = siteConfig().tenant;
  return (
    <FormSection title={t`Customer`}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Name`}
          autoComplete="off"
          maxLength={limits.customerName.maxLength}
          {...field("customerName")}
        />
        <TextField
          label={t`Phone`}
          type="tel"
          autoComplete="off"
          maxLength={limits.customerPhone.maxLength}
          {...field("customerPhone")}
        />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="off"
          maxLength={limits.customerEmail.maxLength}
          {...field("customerEmail")}
        />
        {isNew && languages.length > 1 ? (
          <SelectField label={t`Language`} {...field("language")}>
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </SelectField>
        ) : (
          <span className="hidden sm:block" />
        )}
        <div className="grid grid-cols-2 gap-4">
          <TextField label={t`Driver's age`} inputMode="numeric" {...field("driverAge")} />
          <TextField label={t`People`} inputMode="numeric" {...field("groupSize")} />
        </div>
      </div>
      {isNew && may("customers") && <KnownCustomers />}
      {quote && <CustomerNotice customer={quote.customer} blacklisted={quote.blacklisted} isBesideForm />}
    </FormSection>
  );
}
