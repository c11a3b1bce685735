import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, X } from "lucide-react";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { CheckInput, NumberInput, SelectInput } from "@/components/forms/fields";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { Button } from "@/components/ui/button";
import type { Draft } from "@/features/console/shared/catalog-draft/api";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { TextFields } from "@/features/console/shared/catalog-draft/text-fields";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";
import { MediaChooser } from "@/features/console/shared/media/media-chooser";
import { pictureKinds } from "@/features/console/shared/media/media-picker";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import type { HandoverPlace, Place } from "../rules";
import { flightNumberChoices, handoverKinds } from "../words";
import { HoursPanel } from "./hours-panel";
import { PointField } from "./name-panel";

export function HandoverPlaceForm({ code, draft }: { code: string; draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("handoverPlaces", code, draft);
  const { control } = form;
  // Places and handover places have hours and a point on the map under the same names.
  const located = form as unknown as VersionedForm<Place>;
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <Panel
            title={t`Name and meeting point`}
            description={t`Customers read it while booking, in their emails and in My booking.`}
          >
            <div className="flex flex-col gap-4">
              <TextFields
                form={form}
                texts={[
                  { field: "name", label: t`Name`, maxLength: 80 },
                  { field: "meetingPoint", label: t`Meeting point`, maxLength: 300 },
                  { field: "instructions", label: t`Instructions`, kind: "text", maxLength: 1000 },
                ]}
              />
              <PointField form={located} />
            </div>
          </Panel>
          <PhotoPanel form={form} />
        </div>
        <div className="grid gap-4">
          <Panel title={t`Handover`}>
            <div className="flex flex-col gap-4">
              <SelectInput
                control={control}
                name="kind"
                label={t`Kind`}
                hint={t`At a hotel or address, customers enter where.`}
              >
                {Object.entries(handoverKinds).map(([kind, word]) => (
                  <option key={kind} value={kind}>
                    {t(word)}
                  </option>
                ))}
              </SelectInput>
              <NumberInput
                control={control}
                name="fee"
                label={t`Fee`}
                hint={t`For a pickup, and for a return. Places with a fee are never preselected.`}
                empty={0}
              />
              <SelectInput control={control} name="flightNumber" label={t`Flight number`}>
                {Object.entries(flightNumberChoices).map(([choice, word]) => (
                  <option key={choice} value={choice}>
                    {t(word)}
                  </option>
                ))}
              </SelectInput>
              <NumberInput
                control={control}
                name="position"
                label={t`Position`}
                hint={t`Lower numbers are shown first.`}
                digits={0}
                empty={0}
              />
              <CheckInput control={control} name="isActive" label={t`Offered to customers`} />
            </div>
          </Panel>
          <HoursPanel form={located}>
            <p className="text-sm text-slate">
              <Trans>Outside these hours customers can't choose this place.</Trans>
            </p>
          </HoursPanel>
        </div>
      </div>
      <DraftSaveBar form={form} />
      {form.isDirty && (
        <p className="text-sm text-slate">
          <Trans>Bookings keep the place and the price they have.</Trans>
        </p>
      )}
    </form>
  );
}

/** One photo of the meeting point. */
function PhotoPanel({ form }: { form: VersionedForm<HandoverPlace> }) {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  const [image] = form.values.images;
  return (
    <Panel title={t`Photo of the meeting point`}>
      {image && (
        <div className="mb-3 flex items-center gap-3">
          <span className="h-20 w-28 overflow-hidden rounded-xl bg-stone">
            <StoredThumbnail value={image} className="h-full w-full" />
          </span>
          <Button
            access="draft"
            look="plain"
            aria-label={t`Remove photo`}
            onClick={() => form.set("images", [])}
          >
            <X aria-hidden size={18} />
          </Button>
        </div>
      )}
      <Button access="draft" look="quiet" onClick={() => setChoosing(true)}>
        <ImagePlus aria-hidden size={18} /> {image ? <Trans>Replace photo</Trans> : <Trans>Add photo</Trans>}
      </Button>
      {isChoosing && (
        <MediaChooser
          title={t`Photos`}
          kinds={pictureKinds}
          onClose={() => setChoosing(false)}
          onPick={({ id }) => form.set("images", [{ mediaId: id }])}
        />
      )}
    </Panel>
  );
}
