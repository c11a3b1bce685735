import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { addItem, draftKey } from "@/features/console/shared/catalog-draft/api";
import { codeOf } from "@/features/console/shared/catalog-draft/words";

/** A new place in the draft: as much as is needed to go on at its own page. */
export function AddPlaceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { name: "", code: "" } });
  const { register, formState, setValue } = form;
  const submit = useSubmit(form, async ({ name, code }) => {
    await addItem("locations", { name, code });
    await client.invalidateQueries({ queryKey: draftKey });
    await navigate(adminPath.catalogPlace(code));
  });
  return (
    <DialogForm
      title={t`Add a place`}
      submit={submit}
      confirm={t`Add to the draft`}
      access="draft"
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        maxLength={80}
        error={formState.errors.name?.message}
        {...register("name", { onChange: (event) => setValue("code", codeOf(event.target.value)) })}
      />
      <TextField
        label={t`Address of its page`}
        hint={t`Lowercase letters, digits and hyphens. It can't be changed later.`}
        maxLength={40}
        error={formState.errors.code?.message}
        {...register("code")}
      />
    </DialogForm>
  );
}
