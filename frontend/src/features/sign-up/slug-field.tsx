import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ComponentProps, useEffect, useState } from "react";
import { Field } from "@/components/ui/field";
import { ApiError, fieldsOf, sentenceOf } from "@/lib/errors";
import { slugQuery } from "./api";
import { maxSlug, minSlug } from "./rules";

interface Props extends ComponentProps<"input"> {
  /** What is typed now. */
  slug: string;
  siteDomain: string;
  error: string | undefined;
}

const pauseMs = 400;

/** The address of the company's site. Whether it is free is asked while one types. */
export function SlugField({ slug, siteDomain, error, ...input }: Props) {
  const { t } = useLingui();
  const paused = useLater(slug, pauseMs);
  const check = useQuery(slugQuery(paused.length < minSlug ? "" : paused));
  const isKnown = paused === slug && slug.length >= minSlug;
  const refused = isKnown && check.error instanceof ApiError ? refusalIn(check.error) : undefined;
  const host = isKnown ? check.data?.host : undefined;
  return (
    <Field
      label={t`Address of your site`}
      error={error ?? refused}
      hint={host ? t`${host} is available.` : t`Lowercase letters, digits and hyphens.`}
    >
      {(props) => (
        <div
          className={clsx(
            "control flex items-center gap-0 p-0 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-pine",
            props["aria-invalid"] && "border-danger",
          )}
        >
          <input
            {...input}
            {...props}
            maxLength={maxSlug}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="min-h-12 min-w-0 flex-1 rounded-xl bg-transparent pl-3.5 outline-none"
          />
          <span className="max-w-[55%] truncate pr-3.5 text-muted">.{siteDomain}</span>
        </div>
      )}
    </Field>
  );
}

/** A value once it has not changed for this time. */
function useLater<T>(value: T, milliseconds: number): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(value), milliseconds);
    return () => window.clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}

function refusalIn(error: ApiError): string {
  return fieldsOf(error)[0]?.message ?? sentenceOf(error);
}
