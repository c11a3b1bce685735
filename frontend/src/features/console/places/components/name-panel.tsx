import { Trans, useLingui } from "@lingui/react/macro";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { TextField } from "@/components/ui/field";
import { TextFields } from "@/features/console/shared/catalog-draft/text-fields";
import { type Place, pointOf, pointText } from "../rules";

export interface PlacePanelProps {
  form: VersionedForm<Place>;
}

/** What a place is called in each language, and where it is. */
export function NamePanel({ form }: PlacePanelProps) {
  const { t } = useLingui();
  return (
    <Panel title={t`Name and address`}>
      <div className="flex flex-col gap-4">
        <TextFields
          form={form}
          texts={[
            { field: "name", label: t`Name`, maxLength: 80 },
            { field: "address", label: t`Address`, maxLength: 300 },
          ]}
        />
        <PointField form={form} />
      </div>
    </Panel>
  );
}

/** Latitude and longitude in one field. An invalid text is kept as the latitude, which is not saved. */
export function PointField({ form }: PlacePanelProps) {
  const { t } = useLingui();
  const place = form.values;
  const problem = t`Please enter both latitude and longitude, or neither`;
  const { field } = useController({
    control: form.control,
    name: "latitude",
    rules: { validate: (latitude: unknown) => typeof latitude !== "string" || problem },
  });
  const latitude: unknown = field.value;
  const isWrong = typeof latitude === "string";
  const stored = isWrong ? "" : pointText(place);
  const [typed, setTyped] = useState<string | null>(null);
  const isTyped = typed !== null && (isWrong ? latitude === typed : stored === pointText(partsOf(typed)));
  return (
    <div>
      <TextField
        label={t`Point on the map`}
        hint={t`Latitude and longitude, as maps copy them: 46.8533, 9.5290`}
        ref={field.ref}
        onBlur={field.onBlur}
        value={isTyped ? typed : isWrong ? latitude : stored}
        error={isWrong ? problem : (form.errorAt("latitude") ?? form.errorAt("longitude"))}
        onChange={({ target }) => {
          setTyped(target.value);
          const point = partsOf(target.value);
          const isReadable = point.latitude !== null || target.value.trim() === "";
          form.set("latitude", isReadable ? point.latitude : (target.value as never));
          form.set("longitude", point.longitude);
        }}
      />
      {stored && (
        <a
          className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline"
          target="_blank"
          rel="noreferrer"
          href={`https://www.openstreetmap.org/?mlat=${place.latitude}&mlon=${place.longitude}#map=16/${place.latitude}/${place.longitude}`}
        >
          <ExternalLink aria-hidden size={16} /> <Trans>Look at it on the map</Trans>
        </a>
      )}
    </div>
  );
}

function partsOf(text: string): Pick<Place, "latitude" | "longitude"> {
  return pointOf(text) ?? { latitude: null, longitude: null };
}
