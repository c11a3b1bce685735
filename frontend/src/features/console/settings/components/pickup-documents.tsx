import { Trans, useLingui } from "@lingui/react/macro";
import { BookUser } from "lucide-react";
import type { Control } from "react-hook-form";
import { AreaInput } from "@/components/forms/fields";
import { languageName } from "@/lib/i18n";
import type { Terms } from "../api";

const longest = 300;

interface Props {
  control: Control<Omit<Terms, "revision">>;
  values: Omit<Terms, "revision">;
  languages: string[];
}

/** The company's own words for what is shown at the pickup, by language, and how visitors read them. */
export function PickupDocuments({ control, values, languages }: Props) {
  const { t } = useLingui();
  const words = values.pickupDocuments ?? {};
  return (
    <>
      {languages.map((language) => (
        <AreaInput
          key={language}
          control={control}
          name={`pickupDocuments.${language}`}
          label={t`Documents at the pickup, in your own words (${{ language: languageName(language) }})`}
          hint={t`Empty: the lines ticked above.`}
          rows={2}
          lang={language}
          maxLength={longest}
        />
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
                isTicked={Boolean(values.identity || values.paymentCard)}
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
          <Trans>Not shown to customers.</Trans>
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
