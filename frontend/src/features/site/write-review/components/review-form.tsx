import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Star } from "lucide-react";
import { useController, useForm } from "react-hook-form";
import { writeReviewRequestLimits as limits } from "@/api/limits.gen";
import type { components } from "@/api/schema.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { LegalLink } from "@/components/layout/legal-link";
import { Button } from "@/components/ui/button";
import { controlClass, Field, SelectField, TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { documentKinds, paths } from "@/config/paths";
import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";

export type InvitedReview = components["schemas"]["InvitedReview"];
type Written = Pick<InvitedReview, "rating" | "text" | "author" | "language">;

export const openByLink = (token: string) => bodyOf(api.POST("/api/reviews/own/link", { body: { token } }));

const writeReview = (token: string, review: Written) =>
  bodyOf(api.PUT("/api/reviews/own", { body: { token, ...review } }));

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
  const { rating, text, author, language } = review;
  const form = useForm<Written>({ defaultValues: { rating, text, author, language } });
  const { register } = form;
  const { errors } = form.formState;
  const { field: stars } = useController({
    control: form.control,
    name: "rating",
    rules: { validate: (given) => given > 0 || t`Choose one to five stars` },
  });
  const { onSubmit, problem, isPending } = useSubmit(form, (values) => writeReview(token, values), {
    onDone: onSaved,
  });

  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <div>
        <h1 className="text-3xl font-extrabold">
          <Trans>How was your rental?</Trans>
        </h1>
        <p className="mt-2 text-slate">{car}</p>
      </div>
      <StarChoice rating={stars.value} error={errors.rating?.message} onChange={stars.onChange} />
      <Field label={t`Your review`} error={errors.text?.message}>
        {(props) => (
          <textarea
            className={controlClass("min-h-36 py-2.5")}
            rows={6}
            maxLength={limits.text.maxLength}
            {...register("text", { validate: (given) => given.trim() !== "" || t`Please write a few words` })}
            {...props}
          />
        )}
      </Field>
      <TextField
        label={t`Name shown`}
        hint={t`A first name is enough.`}
        error={errors.author?.message}
        autoComplete="given-name"
        maxLength={limits.author.maxLength}
        {...register("author", { validate: (given) => given.trim() !== "" || t`Please enter a name` })}
      />
      {tenant.languages.length > 1 && (
        <SelectField
          label={t`Language of your review`}
          error={errors.language?.message}
          {...register("language")}
        >
          {tenant.languages.map((each) => (
            <option key={each} value={each} lang={each}>
              {new Intl.DisplayNames([each], { type: "language" }).of(each)}
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
      <FormProblem text={problem} />
      <Button type="submit" className="w-full sm:w-auto sm:justify-self-start" disabled={isPending}>
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
