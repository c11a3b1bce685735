import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Star } from "lucide-react";
import { useState } from "react";
import { writeReviewRequestLimits as limits } from "@/api/limits.gen";
import { LegalLink } from "@/components/layout/legal-link";
import { Button } from "@/components/ui/button";
import { controlClass, Field, SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { documentKinds, paths } from "@/config/paths";
import { ApiError, sentenceOf } from "@/lib/errors";
import { siteConfig } from "@/lib/site-config";
import { type InvitedReview, type Written, writeReview } from "../api";

interface Props {
  token: string;
  review: InvitedReview;
  onSaved: (review: InvitedReview) => void;
}

/** Rating, text, name and language of a review. */
export function ReviewForm({ token, review, onSaved }: Props) {
  const { t } = useLingui();
  const { documents, tenant } = siteConfig();
  const { name } = tenant;
  const { car } = review;
  const [values, setValues] = useState<Written>(review);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const send = useMutation({
    mutationFn: () => {
      const { rating, text, author, language } = values;
      return writeReview(token, { rating, text, author, language });
    },
    onSuccess: onSaved,
    onError: (error) => {
      const fields = (error instanceof ApiError && error.body?.fields) || [];
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
    },
  });
  const set = (field: keyof Written) => (event: { target: { value: string } }) =>
    setValues({ ...values, [field]: event.target.value });

  function submit() {
    const missing = {
      ...(values.rating === 0 && { rating: t`Choose one to five stars` }),
      ...(!values.text.trim() && { text: t`Please write a few words` }),
      ...(!values.author.trim() && { author: t`Please enter a name` }),
    };
    setProblems(missing);
    if (Object.keys(missing).length === 0) send.mutate();
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div>
        <h1 className="text-3xl font-extrabold">
          <Trans>How was your rental?</Trans>
        </h1>
        <p className="mt-2 text-slate">{car}</p>
      </div>
      <StarChoice
        rating={values.rating}
        error={problems.rating}
        onChange={(rating) => setValues({ ...values, rating })}
      />
      <Field label={t`Your review`} error={problems.text}>
        {(props) => (
          <textarea
            className={controlClass("min-h-36 py-2.5")}
            rows={6}
            maxLength={limits.text.maxLength}
            value={values.text}
            onChange={set("text")}
            {...props}
          />
        )}
      </Field>
      <TextField
        label={t`Name shown`}
        hint={t`A first name is enough.`}
        error={problems.author}
        autoComplete="given-name"
        maxLength={limits.author.maxLength}
        value={values.author}
        onChange={set("author")}
      />
      {tenant.languages.length > 1 && (
        <SelectField
          label={t`Language of your review`}
          error={problems.language}
          value={values.language}
          onChange={set("language")}
        >
          {tenant.languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {new Intl.DisplayNames([language], { type: "language" }).of(language)}
            </option>
          ))}
        </SelectField>
      )}
      <p className="text-sm text-slate">
        <Trans>
          {name} reads your review first. Once published, anyone can read it with the name shown and the car.
        </Trans>
        {documents.includes(documentKinds.privacy) && (
          <>
            {" "}
            <LegalLink to={paths.privacy} className="underline underline-offset-4">
              <Trans>Privacy policy</Trans>
            </LegalLink>
          </>
        )}
      </p>
      <FormProblem
        text={send.isError && Object.keys(problems).length === 0 ? sentenceOf(send.error) : null}
      />
      <Button type="submit" className="w-full sm:w-auto sm:justify-self-start" disabled={send.isPending}>
        {review.isWritten ? <Trans>Save review</Trans> : <Trans>Send review</Trans>}
      </Button>
    </form>
  );
}

interface StarProps {
  rating: number;
  error: string | undefined;
  onChange: (rating: number) => void;
}

/** Five stars to press, as radio buttons. */
function StarChoice({ rating, error, onChange }: StarProps) {
  const { t } = useLingui();
  return (
    <fieldset className="border-0" aria-describedby={error ? "rating-problem" : undefined}>
      <legend className="mb-1.5 text-sm font-semibold text-slate">
        <Trans>Your rating</Trans>
      </legend>
      <div className="flex gap-1">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="grid size-12 cursor-pointer place-items-center rounded-xl has-focus-visible:outline-2 has-focus-visible:outline-pine"
          >
            <input
              type="radio"
              name="rating"
              className="sr-only"
              checked={rating === stars}
              aria-label={t`${stars} of 5 stars`}
              onChange={() => onChange(stars)}
            />
            <Star
              aria-hidden
              size={34}
              className={clsx(stars <= rating ? "fill-accent-ink text-accent-ink" : "text-muted")}
            />
          </label>
        ))}
      </div>
      {error && (
        <p id="rating-problem" role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
