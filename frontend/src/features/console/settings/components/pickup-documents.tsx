import { Trans, useLingui } from "@lingui/react/macro";
import { BookUser } from "lucide-react";
import { controlClass, Field } from "@/components/ui/field";
import { languageName } from "@/lib/i18n";
import type { Terms } from "../api";

const longest = 300;

interface Props {
  draft: Terms;
  languages: string[];
  problem: (name: string) => string | undefined;
  onChange: (words: Record<string, string>) => void;
}

/** The company's own words for what is shown at the pickup, by language, and how visitors read them. */
export function PickupDocuments({ draft, languages, problem, onChange }: Props) {
  const { t } = useLingui();
  const words = draft.pickupDocuments ?? {};
  return (
    <>
      {languages.map((language) => (
        <Field
          key={language}
          label={t`Documents at the pickup, in your own words (${{ language: languageName(language) }})`}
          hint={t`Empty: the lines ticked above.`}
          error={problem(`pickupDocuments.${language}`)}
        >
          {(props) => (
            <textarea
              rows={2}
              lang={language}
              maxLength={longest}
              className={controlClass("py-2.5")}
              value={words[language] ?? ""}
              onChange={(event) => onChange({ ...words, [language]: event.target.value })}
              {...props}
            />
          )}
        </Field>
      ))}
      <section aria-label={t`As visitors read it`} className="rounded-xl border border-line bg-snow p-4">
        <p className="text-sm font-semibold text-slate">
          <Trans>As visitors read it</Trans>
        </p>
        <dl className="mt-2 grid gap-3 text-sm text-slate">
          {languages.map((language) => (
            <div key={language}>
              <dt className="text-xs text-muted">{languageName(language)}</dt>
              <Words
                language={language}
                own={words[language]?.trim()}
                isTicked={Boolean(draft.identity || draft.paymentCard)}
              />
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function Words({
  language,
  own,
  isTicked,
}: {
  language: string;
  own: string | undefined;
  isTicked: boolean;
}) {
  if (!own) {
    return (
      <dd className="mt-1 text-muted">
        {isTicked ? (
          <Trans>The lines ticked above, in this language.</Trans>
        ) : (
          <Trans>Nothing is said of them.</Trans>
        )}
      </dd>
    );
  }
  return (
    <dd lang={language} className="mt-1 flex items-start gap-2.5">
      <BookUser aria-hidden size={18} className="mt-0.5 shrink-0 text-pine" />
      <span className="min-w-0 wrap-anywhere">{own}</span>
    </dd>
  );
}
