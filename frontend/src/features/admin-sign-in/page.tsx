import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { meQuery } from "@/features/admin-shell/session";
import { ApiError, api } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

const schema = z.object({
  email: z.string().trim().pipe(z.email("Please enter a valid email address")),
  password: z.string().min(1, "Password is required"),
});
type SignIn = z.infer<typeof schema>;

/** Only addresses of the admin console: a link cannot send a signed-in admin elsewhere. */
function target(from: string | null): string {
  return from && /^\/admin(\/|$)/.test(from) ? from : paths.admin.home;
}

export function Component() {
  const { brand, tenant } = siteConfig();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<SignIn>({ resolver: zodResolver(schema), defaultValues: { email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;

  async function signIn(body: SignIn) {
    setProblem(null);
    try {
      await api.POST("/api/admin/login", { body });
    } catch (error) {
      setProblem(explain(error));
      return;
    }
    client.removeQueries(meQuery);
    navigate(target(query.get("from")), { replace: true });
  }

  return (
    <main className="grid min-h-dvh place-items-center bg-stone px-4 py-10">
      <form
        noValidate
        onSubmit={form.handleSubmit(signIn)}
        className="flex w-full max-w-sm flex-col gap-4 rounded-3xl bg-panel p-6 shadow-card sm:p-8"
      >
        <img src={brand.logo} alt="" width={48} height={48} />
        <h1 className="text-2xl font-bold">Sign in to {tenant.name}</h1>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        {problem && (
          <p role="alert" className="text-sm font-medium text-danger">
            {problem}
          </p>
        )}
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Signing in…" : "Sign in"}
        </Button>
      </form>
    </main>
  );
}

function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return "The server cannot be reached. Please check your connection.";
  const wait = error.retryAfterSeconds ? ` Try again in ${error.retryAfterSeconds} seconds.` : "";
  return (error.sentence ?? "Invalid email or password") + wait;
}
