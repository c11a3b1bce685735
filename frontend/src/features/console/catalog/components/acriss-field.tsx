import { Trans, useLingui } from "@lingui/react/macro";
import { TextInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import { acrissText, suggestedAcriss } from "@/features/console/shared/acriss";
import { fieldLabel } from "@/features/console/shared/catalog-draft/words";
import type { Car } from "../api";

/** The car's class for brokers, what it means, and the one that its facts suggest. */
export function AcrissField({ form }: { form: VersionedForm<Car> }) {
  const { t } = useLingui();
  const { acrissCode } = form.values;
  const suggested = suggestedAcriss(form.values);
  return (
    <div className="mt-4 flex flex-wrap items-end gap-x-3 gap-y-2">
      <TextInput
        control={form.control}
        name="acrissCode"
        label={fieldLabel("acrissCode")}
        hint={acrissText(acrissCode) ?? t`Four letters for brokers and price feeds, such as IDAR`}
        maxLength={4}
        autoCapitalize="characters"
        parse={(text) => text.toUpperCase() || null}
      />
      {suggested && suggested !== acrissCode && (
        <Button access="draft" look="quiet" onClick={() => form.update("acrissCode", () => suggested)}>
          <Trans>Use {suggested}</Trans>
        </Button>
      )}
    </div>
  );
}
