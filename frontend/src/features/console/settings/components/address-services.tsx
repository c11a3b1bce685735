import { Trans, useLingui } from "@lingui/react/macro";
import { controlClass, Field } from "@/components/ui/field";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm, Wide } from "./section-form";

/** Services that tell visitors' browsers their own address. */
export function AddressServicesSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.addressServices, put.addressServices);
  return (
    <SectionForm
      id="addressServices"
      title={t`Address services`}
      description={
        <Trans>
          A visitor's browser may ask these for its own IP address, which helps to tell paid clicks apart.
          Empty: nobody else is asked.
        </Trans>
      }
      settings={settings}
      section={section}
    >
      <Wide>
        <Field label={t`Addresses`} hint={t`One a line.`} error={section.problem("services")}>
          {(props) => (
            <textarea
              {...props}
              rows={3}
              placeholder="https://"
              className={controlClass("py-2.5")}
              defaultValue={section.draft.services.join("\n")}
              onChange={(event) => section.set({ services: event.target.value.split(/\s+/).filter(Boolean) })}
            />
          )}
        </Field>
      </Wide>
    </SectionForm>
  );
}
