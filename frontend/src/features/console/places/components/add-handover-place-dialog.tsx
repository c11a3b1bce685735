import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { SelectField, TextField } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { addItem, draftKey } from "@/features/console/shared/catalog-draft/api";
import { codeOf } from "@/features/console/shared/catalog-draft/words";
import type { HandoverPlace } from "../rules";
import { handoverKinds } from "../words";

interface Values {
  name: string;
  kind: HandoverPlace["kind"];
}

/** A new handover place in the draft: as much as is needed to go on at its own page. */
export function AddHandoverPlaceDialog({ location, onClose }: { location: string; onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: "", kind: "airport" } });
  const { register, formState } = form;
  const submit = useSubmit(form, async ({ name, kind }) => {
    // Codes are the company's own, over all its places; bookings name them.
    const code = codeOf(`${location}-${codeOf(name) || kind}`);
    const flightNumber = kind === "airport" ? "optional" : "off";
    await addItem("handoverPlaces", { code, location, name, kind, flightNumber });
    await client.invalidateQueries({ queryKey: draftKey });
    await navigate(adminPath.catalogHandoverPlace(location, code));
  });
  const { errors } = formState;
  return (
    <DialogForm
      title={t`Add a handover place`}
      submit={submit}
      confirm={t`Add to the draft`}
      access="draft"
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        hint={t`As customers read it, such as: Airport, arrivals hall`}
        maxLength={80}
        error={errors.name?.message}
        {...register("name")}
      />
      <SelectField label={t`Kind`} error={errors.kind?.message} {...register("kind")}>
        {Object.entries(handoverKinds).map(([kind, word]) => (
          <option key={kind} value={kind}>
            {t(word)}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  );
}
