import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import { addPage } from "../api";

const guides = paths.ownPage.replace(":slug", "");

/** A page of the company's own begins with its title and its address. */
export function NewPageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { title: "", slug: "" } });
  const submit = useSubmit(form, async ({ title, slug }) => {
    const { kind } = await addPage(slug.trim(), title.trim());
    await navigate(adminPath.text(kind));
  });
  const { errors } = form.formState;
  return (
    <DialogForm
      title={t`New page`}
      description={t`No one sees it before you publish it.`}
      submit={submit}
      confirm={t`Begin the page`}
      onClose={onClose}
    >
      <TextField label={t`Title`} error={errors.title?.message} {...form.register("title")} />
      <TextField
        label={t`Address: ${guides}…`}
        hint={t`Lowercase letters, digits and hyphens, such as winter-in-svaneti`}
        error={errors.slug?.message}
        {...form.register("slug")}
      />
    </DialogForm>
  );
}
