import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { adminPath } from "@/config/admin-path";
import { addItem, draftKey } from "@/features/console/shared/catalog-draft/api";
import { codeOf } from "@/features/console/shared/catalog-draft/rules";

/** A new place in the draft: as much as is needed to go on at its own page. */
export function AddPlaceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { name: "", code: "" } });
  const { register, formState, setValue } = form;
  const { onSubmit, problem } = useSubmit(form, async ({ name, code }) => {
    await addItem("locations", { name, code });
    await client.invalidateQueries({ queryKey: draftKey });
    await navigate(adminPath.catalogPlace(code));
  });
  return (
    <Dialog title={t`Add a place`} onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
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
        <FormProblem text={problem} />
        <Button access="draft" type="submit" disabled={formState.isSubmitting}>{t`Add to the draft`}</Button>
      </form>
    </Dialog>
  );
}
