import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { CopyField } from "@/components/console/copy-field";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { ApiError, sentenceOf } from "@/lib/errors";
import { queryClient } from "@/lib/query-client";
import { call, meQuery, type Setup, type Stage } from "./api";
import { useTitle } from "./shell";

/** Password, then a code; at the first sign-in the second factor is set up before anything else. */
export function SignInPage() {
  useTitle("Sign in");
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage | null>(null);
  const [ended, setEnded] = useState<string | null>(null);

  function enter() {
    queryClient.removeQueries(meQuery);
    navigate("/", { replace: true });
  }
  function end(error: unknown) {
    if (!(error instanceof ApiError && error.body?.error === "SignInRequired")) throw error;
    setEnded("That took too long. Please sign in again.");
    setStage(null);
  }

  if (stage === "code") return <CodeStep onDone={enter} onEnd={end} />;
  if (stage === "enrolment") return <EnrolmentStep onDone={enter} onEnd={end} />;
  return <PasswordStep before={ended} onDone={setStage} />;
}

function Frame({ title, onSubmit, children }: { title: string; onSubmit?: () => void; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center bg-snow px-4 py-10 text-ink">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
        className="flex w-full max-w-sm flex-col gap-4 rounded-3xl border border-line bg-panel p-6 shadow-card sm:p-8"
      >
        <p className="text-sm font-semibold text-slate">Operator console</p>
        <h1 className="text-2xl font-bold">{title}</h1>
        {children}
      </form>
    </main>
  );
}

function PasswordStep({ before, onDone }: { before: string | null; onDone: (stage: Stage) => void }) {
  const form = useForm({ defaultValues: { email: "", password: "" } });
  const { errors } = form.formState;
  const { onSubmit, problem, isPending } = useSubmit(
    form,
    (body: { email: string; password: string }) => call<{ stage: Stage }>("/sign-in", body),
    { before, onDone: ({ stage }) => onDone(stage) },
  );
  return (
    <Frame title="Sign in" onSubmit={() => void onSubmit()}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register("email", { required: "Enter your email address." })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password", { required: "Enter your password." })}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending}>
        {isPending ? "Signing in…" : "Sign in"}
      </Button>
    </Frame>
  );
}

interface StepProps {
  onDone: () => void;
  /** Rethrows what does not end the sign-in. */
  onEnd: (error: unknown) => void;
}

function CodeStep({ onDone, onEnd }: StepProps) {
  const form = useForm({ defaultValues: { code: "" } });
  const { onSubmit, problem, isPending } = useSubmit(form, async (body: { code: string }) => {
    try {
      await call("/sign-in/code", body);
      onDone();
    } catch (error) {
      form.reset();
      onEnd(error);
    }
  });
  return (
    <Frame title="Two-factor authentication" onSubmit={() => void onSubmit()}>
      <TextField
        label="Code"
        hint="The six-digit code from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoFocus
        error={form.formState.errors.code?.message}
        {...form.register("code", { required: "Enter a code." })}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending}>
        Sign in
      </Button>
    </Frame>
  );
}

function EnrolmentStep({ onDone, onEnd }: StepProps) {
  const setup = useQuery({
    queryKey: ["set-up"],
    queryFn: () => call<Setup>("/second-factor", {}),
    gcTime: 0,
  });
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useForm({ defaultValues: { code: "" } });
  const { onSubmit, problem, isPending } = useSubmit(form, async (body: { code: string }) => {
    try {
      setCodes((await call<{ recoveryCodes: string[] }>("/second-factor/confirm", body)).recoveryCodes);
    } catch (error) {
      onEnd(error);
    }
  });
  if (codes) {
    return (
      <Frame title="Keep your recovery codes" onSubmit={onDone}>
        <p className="text-sm text-slate">
          Each signs you in once without your phone. They are not shown again: save them in a password
          manager.
        </p>
        <ul
          className="tabular grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-sm"
          aria-label="Recovery codes"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button type="submit">I saved them</Button>
      </Frame>
    );
  }
  return (
    <Frame title="Set up two-factor authentication" onSubmit={() => void onSubmit()}>
      <p className="text-sm text-slate">
        Operators need a second factor. Scan this with an authenticator app, then enter the code it shows.
      </p>
      {setup.isError && <FormProblem text={sentenceOf(setup.error)} />}
      {setup.data && (
        <>
          <img
            alt="QR code for your authenticator app"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.data.qrSvg)}`}
            className="mx-auto size-44 rounded-xl bg-white"
          />
          <CopyField label="Key to enter instead" copyLabel="Copy key" value={setup.data.secret} />
        </>
      )}
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={form.formState.errors.code?.message}
        {...form.register("code", { required: "Enter the code that your app shows." })}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending || !setup.data}>
        Continue
      </Button>
    </Frame>
  );
}
