import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { languageName } from "@/lib/i18n";
import type { CompanyLanguages } from "../company-languages";
import { useChoice } from "../company-languages";
import { inOrder, moved, pathOf } from "../rules";
import { LanguageRow } from "./language-row";

/** All available languages: enabled ones in order, then the rest. */
export function SiteLanguages({ company }: { company: CompanyLanguages }) {
  const { t } = useLingui();
  const choose = useChoice(company);
  const [leaving, setLeaving] = useState<string | null>(null);
  const { languages } = company;
  function add(language: string) {
    const name = languageName(language);
    void choose({ languages: [...languages, language] }, { title: t`${name} will be live shortly` });
  }
  function remove(language: string) {
    const name = languageName(language);
    return choose(
      { languages: languages.filter((one) => one !== language) },
      { title: t`${name} removed from your site`, description: t`Its texts are kept.` },
    );
  }
  function move(language: string, by: -1 | 1) {
    const next = moved(company, language, by);
    if (!next) return;
    const [name, place, count] = [languageName(language), next.indexOf(language) + 1, next.length];
    void choose({ languages: next }, { title: t`${name} is now in place ${place} of ${count}` });
  }
  const name = languageName(leaving ?? "");
  const address = pathOf(leaving ?? "", languages);
  return (
    <Panel
      title={t`Your site`}
      description={
        <Trans>
          Visitors choose a language in this order. The first uses your URL as it is; each of the others has
          its own path.
        </Trans>
      }
    >
      <ul className="divide-y divide-line">
        {inOrder(company).map((state) => (
          <LanguageRow
            key={state.language}
            state={state}
            company={company}
            onSpeak={(speaks) => (speaks ? add(state.language) : setLeaving(state.language))}
            onMove={(by) => move(state.language, by)}
          />
        ))}
      </ul>
      {leaving && (
        <ConfirmDialog
          title={t`Remove ${name} from your site?`}
          description={
            <Trans>
              Pages under {address} will no longer be found, including from search engines and ads. Texts in{" "}
              {name} are kept in case you offer it again.
            </Trans>
          }
          confirm={t`Remove ${name}`}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Panel>
  );
}
