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

interface Values {
  name: string;
  starts: string;
  ends: string;
}

/** A new season in the draft: as much as is needed to go on at its own page. */
export function AddSeasonDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: "", starts: "", ends: "" } });
  const { register, formState, watch } = form;
  const submit = useSubmit(form, async ({ name, starts, ends }) => {
    // What is not Latin gives no code: any that no one else has will do.
    const code = codeOf(name) || `season-${starts}`;
    await addItem("seasons", { code, name, starts, ends, everyYear: true });
    await client.invalidateQueries({ queryKey: draftKey });
    await navigate(adminPath.catalogSeason(code));
  });
  return (
    <DialogForm
      title={t`Add a season`}
      submit={submit}
      confirm={t`Add to the draft`}
      access="draft"
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        hint={t`Visitors read it beside the price.`}
        maxLength={80}
        error={formState.errors.name?.message}
        {...register("name")}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          label={t`First day`}
          error={formState.errors.starts?.message}
          {...register("starts")}
        />
        <TextField
          type="date"
          label={t`Last day`}
          min={watch("starts")}
          error={formState.errors.ends?.message}
          {...register("ends")}
        />
      </div>
    </DialogForm>
  );
}
