import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { useSubmit } from "@/components/console/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { api } from "@/lib/api";
import { SignInFrame } from "./components/frame";

const schema = z.object({ email: z.string().trim().pipe(z.email("Please enter a valid email address")) });

/** Asks for a link by e-mail. What it says afterwards is the same whether there is such an account. */
export function Component() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async (body: { email: string }) => {
    await api.POST("/api/admin/password-reset", { body });
    setSentTo(body.email);
  });

  if (sentTo !== null) {
    return (
      <SignInFrame title="Look into your mailbox">
        <p role="status" className="text-slate">
          If {sentTo} has an account here, a link to set a new password is on its way. It works once, for one
          hour.
        </p>
        <Link to={paths.admin.signIn} className={buttonClass("quiet")}>
          Back to the sign-in
        </Link>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title="Forgot your password?" onSubmit={onSubmit}>
      <p className="text-sm text-slate">We send you a link with which you set a new one.</p>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isSubmitting}>
        {isSubmitting ? "Sending…" : "Send the link"}
      </Button>
      <Link
        to={paths.admin.signIn}
        className="self-center py-2 text-sm font-medium text-pine underline-offset-4 hover:underline"
      >
        Back to the sign-in
      </Link>
    </SignInFrame>
  );
}
