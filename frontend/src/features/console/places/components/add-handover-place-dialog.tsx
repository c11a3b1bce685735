import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { adminPath } from "@/config/admin-path";
import { addItem, draftKey } from "@/features/console/shared/catalog-draft/api";
import { codeOf } from "@/features/console/shared/catalog-draft/rules";
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
  const { onSubmit, problem } = useSubmit(form, async ({ name, kind }) => {
    // Codes are the company's own, over all its places; bookings name them.
    const code = codeOf(`${location}-${codeOf(name) || kind}`);
    const flightNumber = kind === "airport" ? "optional" : "off";
    await addItem("handoverPlaces", { code, location, name, kind, flightNumber });
    await client.invalidateQueries({ queryKey: draftKey });
    await navigate(adminPath.catalogHandoverPlace(location, code));
  });
  const { errors } = formState;
  return (
    <Dialog title={t`Add a handover place`} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
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
        <FormProblem text={problem} />
        <Button access="draft" type="submit" disabled={formState.isSubmitting}>{t`Add to the draft`}</Button>
      </form>
    </Dialog>
  );
}
