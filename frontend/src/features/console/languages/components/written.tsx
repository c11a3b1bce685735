import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Badge } from "@/components/console/badge";
import type { LanguageState, SiteText } from "../company-languages";
import { isWhole, missingTexts, textName } from "../rules";

interface Props {
  state: LanguageState;
  documents: readonly SiteText[];
}

/** What is written in a language, and what therefore is shown in the first one. */
export function WrittenTexts({ state, documents }: Props) {
  const { catalogue, quiz } = state;
  const missing = missingTexts(state, documents);
  if (isWhole(state, documents))
    return (
      <p className="text-sm text-slate">
        <Trans>Everything is written in it.</Trans>
      </p>
    );
  return (
    <dl className="tabular mt-1 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      <Part label={<Trans>Cars, places and services</Trans>} {...catalogue} />
      {quiz && <Part label={<Trans>Quiz</Trans>} {...quiz} />}
      <div>
        <dt className="text-slate">
          <Trans>Site texts</Trans>
        </dt>
        <dd>
          {missing.length === 0 ? (
            <Trans>complete</Trans>
          ) : missing.length === documents.length ? (
            <Trans>none</Trans>
          ) : (
            <>
              <Plural value={missing.length} one="# is missing" other="# are missing" />
              <ul className="mt-1 flex flex-wrap gap-1">
                {missing.map((text) => (
                  <li key={text.kind}>
                    <Badge>{textName(text)}</Badge>
                  </li>
                ))}
              </ul>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

interface PartProps {
  label: ReactNode;
  written: number;
  total: number;
}

function Part({ label, written, total }: PartProps) {
  return (
    <div>
      <dt className="text-slate">{label}</dt>
      <dd>
        {written === total ? (
          <Trans>complete</Trans>
        ) : (
          <Plural value={total} one={`${written} of # text`} other={`${written} of # texts`} />
        )}
      </dd>
    </div>
  );
}
