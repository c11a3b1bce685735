import { Trans, useLingui } from "@lingui/react/macro";
import { LinesInput } from "@/components/forms/fields";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm, Wide } from "./section-form";

/** Services that return a visitor's own IP address. */
export function AddressServicesSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection(
    "addressServices",
    settings,
    (stored) => stored.addressServices,
    put.addressServices,
  );
  return (
    <SectionForm
      id="addressServices"
      title={t`Address services`}
      description={
        <Trans>
          A visitor's browser may ask these for its own IP address, which helps to attribute paid clicks.
          Empty: no one else is asked.
        </Trans>
      }
      settings={settings}
      form={form}
    >
      <Wide>
        <LinesInput
          control={form.control}
          name="services"
          label={t`Addresses`}
          hint={t`One a line.`}
          isWords
          rows={3}
          placeholder="https://"
        />
      </Wide>
    </SectionForm>
  );
}
