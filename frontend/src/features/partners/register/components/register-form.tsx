import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { registerRequestLimits } from "@/api/limits.gen";
import { Button } from "@/components/ui/button";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { tellProblem } from "@/features/partners/shared/problem";
import { type Registration, registerSchema } from "@/features/partners/shared/schema";

const empty: Registration = {
  name: "",
  email: "",
  paypalEmail: "",
  phone: "",
  website: "",
  password: "",
  confirmPassword: "",
  notes: "",
};

interface Props {
  onSubmit: (form: Registration) => Promise<void>;
}

/** Everything an account needs. What was typed stays when the server refuses it. */
export function RegisterForm({ onSubmit }: Props) {
  const form = useForm<Registration>({
    resolver: zodResolver(registerSchema),
    defaultValues: empty,
    mode: "onTouched",
  });
  const { errors, isSubmitting } = form.formState;
  const field = (name: keyof Registration) => ({ ...form.register(name), error: errors[name]?.message });

  async function submit(values: Registration) {
    try {
      await onSubmit(values);
    } catch (error) {
      const words = {
        title: "Registration Failed",
        refused: "Failed to register affiliate account",
        network: "An error occurred during registration. Please try again.",
      };
      tellProblem(error, words, form);
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField label="Company/Name" autoComplete="organization" {...field("name")} />
      </div>
      <TextField label="Email address" type="email" autoComplete="email" {...field("email")} />
      <TextField
        label="PayPal email address"
        hint="Your commission is sent there."
        type="email"
        {...field("paypalEmail")}
      />
      <TextField label="Phone (optional)" type="tel" autoComplete="tel" {...field("phone")} />
      <TextField
        label="Website (optional)"
        type="url"
        placeholder="https://"
        autoComplete="url"
        {...field("website")}
      />
      <TextField
        label="Password"
        hint="At least 8 characters."
        type="password"
        autoComplete="new-password"
        {...field("password")}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...field("confirmPassword")}
      />
      <div className="sm:col-span-2">
        <Field
          label="Notes (optional)"
          hint="How will you recommend us? A blog, a hotel desk, friends…"
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
        {isSubmitting ? "Registering…" : "Register"}
      </Button>
    </form>
  );
}
