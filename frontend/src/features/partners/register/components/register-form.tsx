import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { registerRequestLimits } from "@/api/limits.gen";
import { emptyPassword, NewPasswordFields } from "@/components/forms/new-password";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { type Registration, registerSchema } from "@/features/partners/shared/schema";

const empty: Registration = {
  name: "",
  email: "",
  paypalEmail: "",
  phone: "",
  website: "",
  ...emptyPassword,
  notes: "",
};

interface Props {
  register: (form: Registration) => Promise<void>;
}

/** Everything an account needs. What was typed stays when the server refuses it. */
export function RegisterForm({ register }: Props) {
  const { t } = useLingui();
  const form = useForm<Registration>({
    resolver: zodResolver(registerSchema),
    defaultValues: empty,
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof Registration) => ({ ...form.register(name), error: errors[name]?.message });

  const { onSubmit } = useSubmit(form, register, {
    failed: {
      title: t`Registration Failed`,
      refused: t`Failed to register affiliate account`,
      unreachable: t`An error occurred during registration. Please try again.`,
    },
  });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField label={t`Company/Name`} autoComplete="organization" {...field("name")} />
      </div>
      <TextField label={t`Email address`} type="email" autoComplete="email" {...field("email")} />
      <TextField
        label={t`PayPal email address`}
        hint={t`Your commission is sent there.`}
        type="email"
        {...field("paypalEmail")}
      />
      <TextField label={t`Phone (optional)`} type="tel" autoComplete="tel" {...field("phone")} />
      <TextField
        label={t`Website (optional)`}
        type="url"
        placeholder="https://"
        autoComplete="url"
        {...field("website")}
      />
      <NewPasswordFields form={form} label={t`Password`} />
      <div className="sm:col-span-2">
        <Field
          label={t`Notes (optional)`}
          hint={t`How will you recommend us? A blog, a hotel desk, friends…`}
          error={errors.notes?.message}
        >
          {(props) => (
            <textarea
              className={controlClass("py-3")}
              rows={3}
              maxLength={registerRequestLimits.notes.maxLength}
              {...form.register("notes")}
              {...props}
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="sm:col-span-2" disabled={isSubmitting}>
        {isSubmitting ? t`Registering…` : t`Register`}
      </Button>
    </form>
  );
}
