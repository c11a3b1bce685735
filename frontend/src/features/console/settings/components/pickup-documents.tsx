import { Trans, useLingui } from "@lingui/react/macro";
import { BookUser, CreditCard, type LucideIcon } from "lucide-react";
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
              <Lines language={language} own={words[language]?.trim()} draft={draft} />
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** The lines that are ticked stand here in the console's language; visitors read them in theirs. */
function Lines({ language, own, draft }: { language: string; own: string | undefined; draft: Terms }) {
  const { t } = useLingui();
  if (own) {
    return (
      <Line icon={BookUser} lang={language}>
        {own}
      </Line>
    );
  }
  return (
    <>
      {draft.identity && <Line icon={BookUser}>{t`Bring your passport or identity card`}</Line>}
      {draft.paymentCard && <Line icon={CreditCard}>{t`Bring a payment card in the driver's own name`}</Line>}
      {!draft.identity && !draft.paymentCard && (
        <dd className="mt-1 text-muted">
          <Trans>Nothing is said of them.</Trans>
        </dd>
      )}
    </>
  );
}

function Line({ icon: Icon, lang, children }: { icon: LucideIcon; lang?: string; children: string }) {
  return (
    <dd lang={lang} className="mt-1 flex items-start gap-2.5">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-pine" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </dd>
  );
}
