import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { sentenceOf } from "@/lib/errors";
import { compareTexts, loadRegionNames } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import { call, type Options, optionsQuery, type SignUp } from "./api";
import { Frame } from "./frame";
import { languageFor, slugOf } from "./rules";
import { SlugField } from "./slug-field";

const maxName = 120;
const maxEmail = 254;
const schema = z.object({
  companyName: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter your company's name.` }),
  country: z.string().min(1, { error: () => t`Choose a country.` }),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, { error: () => t`Enter an address for your site.` }),
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
  currency: z.string(),
  timezone: z.string(),
  language: z.string(),
});

/** Where a company signs up. */
export function RequestPage() {
  const { t } = useLingui();
  const options = useQuery(optionsQuery);
  const [isSent, setSent] = useState(false);
  // Kept for another try with another email address.
  const [typed, setTyped] = useState(empty);

  if (options.isError) {
    return (
      <Frame title={t`Create your company's site`}>
        <FormProblem text={sentenceOf(options.error)} />
        <Button onClick={() => void options.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </Frame>
    );
  }
  if (!options.data) return <div className="min-h-dvh bg-snow" />;
  if (isSent) {
    return (
      <Sent
        email={typed.email}
        isInvited={options.data.mode === "invitation"}
        onAgain={() => setSent(false)}
      />
    );
  }
  return (
    <RequestForm
      options={options.data}
      initial={typed}
      onSent={(sent) => {
        setTyped(sent);
        setSent(true);
      }}
    />
  );
}

function Sent({ email, isInvited, onAgain }: { email: string; isInvited: boolean; onAgain: () => void }) {
  const { t } = useLingui();
  return (
    <Frame title={t`Check your inbox`}>
      <p role="status" className="text-slate">
        {isInvited ? (
          <Trans>
            If <strong className="break-words text-ink">{email}</strong> is invited, we've sent it a link.
            Open it to choose your password. It works for seven days.
          </Trans>
        ) : (
          <Trans>
            We've sent a link to <strong className="break-words text-ink">{email}</strong>. Open it to choose
            your password. It works for seven days.
          </Trans>
        )}
      </p>
      <p className="text-sm text-muted">
        <Trans>Nothing is created before that. No email? Look in your spam folder, too.</Trans>
      </p>
      <Button look="quiet" onClick={onAgain}>
        <Trans>Use another email address</Trans>
      </Button>
    </Frame>
  );
}

const empty: SignUp = {
  companyName: "",
  country: "",
  slug: "",
  email: "",
  currency: "",
  timezone: "",
  language: "",
};

interface FormProps {
  options: Options;
  initial: SignUp;
  onSent: (sent: SignUp) => void;
}

function RequestForm({ options, initial, onSent }: FormProps) {
  const { t, i18n } = useLingui();
  const form = useForm<SignUp>({ resolver: zodResolver(schema), defaultValues: initial });
  const { errors, dirtyFields, isSubmitted } = form.formState;
  const regionNames = useQuery({
    queryKey: ["regions", i18n.locale],
    queryFn: () => loadRegionNames(),
  }).data;
  const values = form.watch();
  const { onSubmit, problem, isPending } = useSubmit(form, async (body: SignUp) => {
    await call("", { ...body, botToken: await botToken(options.botCheckKey) });
    onSent(body);
  });
  const countries = options.countries
    .map(({ code }) => ({ code, name: regionNames?.(code) ?? code }))
    .sort((one, other) => compareTexts(one.name, other.name));

  function propose(code: string) {
    const country = options.countries.find((each) => each.code === code);
    if (!country) return;
    form.setValue("currency", country.currency);
    form.setValue("timezone", country.timezone);
    form.setValue("language", languageFor(country, options.languages, i18n.locale));
  }

  return (
    <Frame title={t`Create your company's site`} onSubmit={(event) => void onSubmit(event)}>
      <p className="text-slate">
        <Trans>
          Rent out your cars online: a site with bookings, calendar and payments. It opens when you say so.
        </Trans>
      </p>
      {options.mode === "invitation" && (
        <p className="rounded-xl bg-stone p-3 text-sm text-slate">
          <Trans>By invitation: use the email address that was invited.</Trans>
        </p>
      )}
      <TextField
        label={t`Company name`}
        autoComplete="organization"
        maxLength={maxName}
        error={errors.companyName?.message}
        {...form.register("companyName", {
          onChange: ({ target }: { target: HTMLInputElement }) => {
            // Until an address was typed.
            if (!dirtyFields.slug && !initial.slug)
              form.setValue("slug", slugOf(target.value), { shouldValidate: isSubmitted });
          },
        })}
      />
      <SlugField
        slug={values.slug.trim().toLowerCase()}
        siteDomain={options.siteDomain}
        error={errors.slug?.message}
        {...form.register("slug")}
      />
      <SelectField
        label={t`Country`}
        autoComplete="country"
        error={errors.country?.message}
        {...form.register("country", {
          onChange: ({ target }: { target: HTMLSelectElement }) => propose(target.value),
        })}
      >
        <option value="" />
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {values.country && <Proposals form={form} options={options} />}
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        hint={t`We send a link to it. You sign in with it later.`}
        maxLength={maxEmail}
        error={errors.email?.message}
        {...form.register("email")}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending}>
        {isPending ? t`Sending…` : t`Continue`}
      </Button>
    </Frame>
  );
}

/** A token by which the server asks the bot check; empty where there is none. Throws when it cannot be loaded. */
async function botToken(siteKey: string): Promise<string> {
  if (!siteKey) return "";
  const { loadProvider } = await import("@/features/site/shared/bot-check/provider");
  return (await loadProvider(siteKey)).execute(siteKey, { action: "company_sign_up" });
}

/** What the country proposes, to be changed where it is wrong. */
function Proposals({ form, options }: { form: ReturnType<typeof useForm<SignUp>>; options: Options }) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const [currency, timezone, language] = form.watch(["currency", "timezone", "language"]);
  const zones = [...new Set([timezone, ...Intl.supportedValuesOf("timeZone")])].sort();
  return (
    <details className="-mt-2 rounded-xl border border-line px-3.5">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 py-1 text-sm text-slate">
        <span>
          {currency} · {timezone.replaceAll("_", " ")} · {languageName(language)}
        </span>
        <span className="ml-auto font-medium text-pine underline underline-offset-4">
          <Trans>Change</Trans>
        </span>
      </summary>
      <div className="flex flex-col gap-4 pt-2 pb-4">
        <SelectField label={t`Currency`} error={errors.currency?.message} {...form.register("currency")}>
          {options.currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </SelectField>
        <SelectField label={t`Time zone`} error={errors.timezone?.message} {...form.register("timezone")}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Your language`}
          hint={t`Of your console, and of your site beside English.`}
          error={errors.language?.message}
          {...form.register("language")}
        >
          {options.languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </SelectField>
      </div>
    </details>
  );
}
