import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { TextField } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { addItem, draftKey } from "@/features/console/shared/catalog-draft/api";
import { codeOf } from "@/features/console/shared/catalog-draft/words";
import { readAmount } from "@/lib/amounts";

interface Values {
  name: string;
  slug: string;
  baseRate: string;
  seats: string;
}

/** A new car in the draft: as much as is needed to go on at its own page. */
export function AddCarDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: "", slug: "", baseRate: "", seats: "5" } });
  const { register, formState, setValue } = form;
  const submit = useSubmit(form, async ({ name, slug, baseRate, seats }) => {
    await addItem("cars", {
      name,
      slug,
      baseRate: readAmount(baseRate) ?? 0,
      seats: Number(seats),
      // Filled in on the car's own page, in the company's words.
      transmission: "",
      fuelType: "",
      driveWheels: "",
    });
    await client.invalidateQueries({ queryKey: draftKey });
    await navigate(adminPath.catalogCar(slug));
  });
  return (
    <DialogForm
      title={t`Add a car`}
      description={
        <Trans>It's not on the site yet. Choose where it's shown on its page, then publish.</Trans>
      }
      submit={submit}
      confirm={t`Add to the draft`}
      access="draft"
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        maxLength={80}
        error={formState.errors.name?.message}
        {...register("name", { onChange: (event) => setValue("slug", codeOf(event.target.value)) })}
      />
      <TextField
        label={t`Address of its page`}
        hint={t`Lowercase letters, digits and hyphens. It can't be changed later.`}
        maxLength={60}
        error={formState.errors.slug?.message}
        {...register("slug")}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t`Daily rate`}
          inputMode="decimal"
          error={formState.errors.baseRate?.message}
          {...register("baseRate", {
            validate: (text) => readAmount(text) !== null || t`Enter a number`,
          })}
        />
        <TextField
          label={t`Seats`}
          inputMode="numeric"
          error={formState.errors.seats?.message}
          {...register("seats")}
        />
      </div>
    </DialogForm>
  );
}
