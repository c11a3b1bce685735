import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import {
  emptyPassword,
  NewPasswordFields,
  newPasswordFields,
  sameTwice,
} from "@/components/forms/new-password";
import { useSubmit } from "@/components/forms/use-submit";
import { Button, buttonClass } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { ApiError, sentenceOf } from "@/lib/errors";
import { call, optionsQuery, type SignUpState, stateQuery } from "./api";
import { Frame } from "./frame";
import { SlugField } from "./slug-field";

const schema = z
  .object({
    slug: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, { error: () => t`Enter an address for your site.` }),
    ...newPasswordFields,
  })
  .refine(...sameTwice);
type Confirmation = z.infer<typeof schema>;

/** The page that the link of the email opens: a password, then the company. */
export function ConfirmPage() {
  const { t } = useLingui();
  // Behind the #, which servers and logs never see. It stays in the address, so that a reload goes on here.
  const [token] = useState(() => window.location.hash.slice(1));
  const options = useQuery(optionsQuery);
  const signUp = useQuery(stateQuery(token));
  const isGone = token === "" || (signUp.error instanceof ApiError && signUp.error.status === 410);

  if (isGone) {
    return (
      <Frame title={t`This link has expired`}>
        <p role="alert" className="text-slate">
          <Trans>It is incomplete, or older than seven days.</Trans>
        </p>
        <Link to="/start" className={buttonClass()}>
          <Trans>Sign up again</Trans>
        </Link>
      </Frame>
    );
  }
  const failed = signUp.error ?? options.error;
  if (failed && !signUp.data) {
    return (
      <Frame title={t`Confirm your email address`}>
        <FormProblem text={sentenceOf(failed)} />
        <Button onClick={() => void Promise.all([signUp.refetch(), options.refetch()])}>
          <Trans>Try again</Trans>
        </Button>
      </Frame>
    );
  }
  if (!signUp.data || !options.data) return <div className="min-h-dvh bg-snow" />;
  const { state } = signUp.data;
  if (state === "creating") return <Creating company={signUp.data.companyName} />;
  if (state === "ready") return <Ready signUp={signUp.data} />;
  // Begins again when the address turned out to be taken.
  return <ConfirmForm key={state} token={token} signUp={signUp.data} siteDomain={options.data.siteDomain} />;
}

function Creating({ company }: { company: string }) {
  const { t } = useLingui();
  return (
    <Frame title={t`Creating your site`}>
      <p role="status" className="text-slate">
        <Trans>{company} will be ready in a few seconds.</Trans>
      </p>
      <div aria-hidden className="h-2 animate-pulse rounded-full bg-pine motion-reduce:animate-none" />
    </Frame>
  );
}

function Ready({ signUp: { companyName, email, origin } }: { signUp: SignUpState }) {
  const { t } = useLingui();
  return (
    <Frame title={t`${companyName} is ready`}>
      <p role="status" className="text-slate">
        <Trans>
          Sign in with <strong className="break-words text-ink">{email}</strong> and your password. Set-up
          lists what to do next. Visitors see your site once you open it.
        </Trans>
      </p>
      <a href={`${origin}/admin`} className={buttonClass()}>
        <Trans>Sign in</Trans>
      </a>
    </Frame>
  );
}

interface FormProps {
  token: string;
  signUp: SignUpState;
  siteDomain: string;
}

function ConfirmForm({ token, signUp, siteDomain }: FormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const isTaken = signUp.state === "slug_taken";
  const form = useForm<Confirmation>({
    resolver: zodResolver(schema),
    defaultValues: { slug: signUp.slug, ...emptyPassword },
  });
  const { errors } = form.formState;
  const { onSubmit, problem, isPending } = useSubmit(form, async ({ slug, password }: Confirmation) => {
    const answer = await call<SignUpState>("/confirm", { token, slug, password });
    client.setQueryData(stateQuery(token).queryKey, answer);
  });
  return (
    <Frame title={t`Create ${{ company: signUp.companyName }}`} onSubmit={(event) => void onSubmit(event)}>
      {isTaken ? (
        <p role="alert" className="rounded-xl bg-stone p-3 text-sm">
          <Trans>
            Someone else took this address in the meantime. Choose another one, and your password again.
          </Trans>
        </p>
      ) : (
        <p className="text-slate">
          <Trans>Your email address is confirmed. Choose the password you sign in with.</Trans>
        </p>
      )}
      <input type="email" autoComplete="username" value={signUp.email} readOnly hidden />
      <SlugField
        slug={form.watch("slug").trim().toLowerCase()}
        siteDomain={siteDomain}
        error={errors.slug?.message}
        {...form.register("slug")}
      />
      <NewPasswordFields form={form} label={t`Password`} />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending}>
        {isPending ? t`Creating…` : t`Create site`}
      </Button>
    </Frame>
  );
}
