import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { Content, Text } from "../api";
import { forms } from "../forms/forms";
import { hasProblem, listOf, textOf } from "../rules/fields";
import { pageOf, previewAddress, shapeOf } from "../rules/texts";
import { useDraft } from "../use-draft";
import { EditorBar } from "./editor-bar";
import { FieldList } from "./field-view";
import { MeetingNote } from "./meeting-note";
import { Placeholders } from "./placeholders";
import { Preview } from "./preview";
import { ReviewImport } from "./review-import";
import { SearchResult } from "./search-result";
import { VersionsPanel } from "./versions-panel";

/** A text in all its languages: its form, and beside it how visitors would see it. */
export function Editor({ start, content }: { start: Text; content: Content }) {
  const { t } = useLingui();
  const { languages, placeholders } = content;
  const draft = useDraft(start, languages, {
    saved: t`Saved. Visitors do not see it yet.`,
    published: t`Published. Live in a few seconds.`,
  });
  const { kind } = start;
  const form = forms[shapeOf(kind)];
  const [chosen, setChosen] = useState(form[0]?.id);
  const part = form.find(({ id }) => id === chosen) ?? form[0];
  useWarning(draft.hasChanges);
  if (!part) return null;
  const isFirst = draft.language === languages[0];
  const prefix = isFirst ? "" : `/${draft.language.toLowerCase()}`;
  return (
    <div className="flex flex-col gap-4">
      <EditorBar draft={draft} />
      <MeetingNote draft={draft} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(24rem,34rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          {form.length > 1 && (
            <nav aria-label={t`Parts of the text`} className="flex flex-wrap gap-1">
              {form.map(({ id, title, fields }) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={id === part.id}
                  onClick={() => setChosen(id)}
                  className={`min-h-11 rounded-xl px-3 text-sm font-semibold hover:bg-stone aria-pressed:bg-pine aria-pressed:text-on-pine ${
                    fields.some(({ name }) => hasProblem(draft.problems, name)) ? "text-danger" : ""
                  }`}
                >
                  {t(title)}
                </button>
              ))}
            </nav>
          )}
          <section aria-label={t(part.title)} className="rounded-card border border-line bg-panel p-4 sm:p-6">
            <FieldList
              key={`${part.id} ${draft.language}`}
              fields={part.fields}
              value={draft.values}
              reference={draft.reference}
              problems={draft.problems}
              path=""
              onChange={draft.change}
            />
          </section>
          {part.id === "reviews" && <ReviewImport draft={draft} />}
          <Placeholders placeholders={placeholders} />
          <VersionsPanel text={draft.text} onText={draft.replace} />
        </div>
        <div className="flex flex-col gap-4 xl:sticky xl:top-20">
          {(kind === "seo" ? listOf(draft.values.pages) : [draft.values])
            .filter(({ description }) => textOf(description) && (part.id === "search" || part.id === "pages"))
            .slice(0, kind === "seo" ? 3 : 1)
            .map((page) => (
              <SearchResult
                key={textOf(page.path)}
                title={textOf(page.title)}
                description={textOf(page.description)}
                path={textOf(page.path) || pageOf(kind)}
              />
            ))}
          <Preview address={previewAddress(kind, prefix, draft.text.revision)} />
        </div>
      </div>
    </div>
  );
}

/** What is not saved is asked about before the page is closed. */
function useWarning(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOn]);
}
