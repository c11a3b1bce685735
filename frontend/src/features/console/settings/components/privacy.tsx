import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Check } from "@/components/console/check";
import { controlClass, Field } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { type Privacy, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { NumberField } from "./number-field";
import { SectionForm, Wide } from "./section-form";

/** How long visits are kept, whether visitors are asked, and which sites belong together. */
export function PrivacySection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.privacy, put.privacy);
  const { draft, set, problem } = section;
  return (
    <SectionForm
      id="privacy"
      title={t`Privacy`}
      settings={settings}
      section={section}
      more={
        <Link to={paths.admin.visits} className="text-sm font-semibold underline">
          <Trans>Addresses that are not counted</Trans>
        </Link>
      }
    >
      <NumberField
        label={t`Days that visits and clicks are kept`}
        value={draft.retentionDays}
        error={problem("retentionDays")}
        onChange={(retentionDays) => set({ retentionDays } as Partial<Privacy>)}
      />
      <Wide>
        <Check
          label={t`Ask visitors before anything is counted`}
          hint={t`Needed where the law wants consent first. Without it, fewer visits are seen.`}
          checked={draft.consentRequired}
          onChange={(event) => set({ consentRequired: event.target.checked })}
        />
        <Check
          label={t`Save incomplete bookings`}
          hint={t`Visitors' contact details are saved after the first step of the booking form, which says so, and your team is notified. Turn it off to receive them only with a booking.`}
          checked={draft.saveIncompleteBookings}
          onChange={(event) => set({ saveIncompleteBookings: event.target.checked })}
        />
        <Field
          label={t`Your other sites that share paid clicks`}
          hint={t`One domain a line. Domains of this site are among them already.`}
          error={problem("clickIdDomains")}
        >
          {(props) => (
            <textarea
              {...props}
              rows={3}
              className={controlClass("py-2.5")}
              defaultValue={draft.clickIdDomains.join("\n")}
              onChange={(event) =>
                set({ clickIdDomains: event.target.value.split(/[\s,]+/).filter(Boolean) })
              }
            />
          )}
        </Field>
      </Wide>
    </SectionForm>
  );
}
