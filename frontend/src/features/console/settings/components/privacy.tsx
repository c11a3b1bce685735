import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { CheckInput, LinesInput, NumberInput } from "@/components/forms/fields";
import { paths } from "@/config/paths";
import { put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm, Wide } from "./section-form";

/** How long visits are kept, whether visitors are asked, and which sites belong together. */
export function PrivacySection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection("privacy", settings, (stored) => stored.privacy, put.privacy);
  const { control } = form;
  return (
    <SectionForm
      id="privacy"
      title={t`Privacy`}
      settings={settings}
      form={form}
      more={
        <Link to={paths.admin.visits} className="text-sm font-semibold underline">
          <Trans>Addresses that are not counted</Trans>
        </Link>
      }
    >
      <NumberInput
        control={control}
        name="retentionDays"
        label={t`Days that visits and clicks are kept`}
        digits={0}
      />
      <NumberInput
        control={control}
        name="documentDays"
        label={t`Days that drivers' documents are kept`}
        hint={t`After the end of the rental. Photos and PDFs of licences and passports are then deleted.`}
        digits={0}
      />
      <Wide>
        <CheckInput
          control={control}
          name="consentRequired"
          label={t`Ask visitors before anything is counted`}
          hint={t`Needed where the law wants consent first. Without it, fewer visits are seen.`}
        />
        <CheckInput
          control={control}
          name="saveIncompleteBookings"
          label={t`Save incomplete bookings`}
          hint={t`Visitors' contact details are saved after the first step of the booking form, which says so, and your team is notified. Turn it off to receive them only with a booking.`}
        />
        <LinesInput
          control={control}
          name="clickIdDomains"
          isWords
          rows={3}
          label={t`Your other sites that share paid clicks`}
          hint={t`One domain a line. Domains of this site are among them already.`}
        />
      </Wide>
    </SectionForm>
  );
}
