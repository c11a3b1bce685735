import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import type { Content, Text } from "../api";
import { forms } from "../forms/forms";
import { listOf, textOf } from "../rules/fields";
import { pageOf, previewUrl, shapeOf } from "../rules/texts";
import { useTextForm } from "../use-text-form";
import { EditorBar } from "./editor-bar";
import { FieldList } from "./field-view";
import { Placeholders } from "./placeholders";
import { Preview } from "./preview";
import { Proposals } from "./proposals";
import { SearchResult } from "./search-result";
import { VersionsPanel } from "./versions-panel";

/** A text in all its languages: its form, and beside it how visitors would see it. */
export function Editor({ text, content }: { text: Text; content: Content }) {
  const { t } = useLingui();
  const { languages, placeholders } = content;
  const draft = useTextForm(text, languages, {
    saved: t`Saved. Visitors do not see it yet.`,
    published: t`Published. Live in a few seconds.`,
  });
  const { kind } = text;
  const parts = forms[shapeOf(kind)];
  const [chosen, setChosen] = useState(parts[0]?.id);
  const part = parts.find(({ id }) => id === chosen) ?? parts[0];
  if (!part) return null;
  const isFirst = draft.language === languages[0];
  const prefix = isFirst ? "" : `/${draft.language.toLowerCase()}`;
  return (
    <div className="flex flex-col gap-4">
      <EditorBar text={text} draft={draft} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(24rem,34rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          {parts.length > 1 && (
            <nav aria-label={t`Parts of the text`} className="flex flex-wrap gap-1">
              {parts.map(({ id, title, fields }) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={id === part.id}
                  onClick={() => setChosen(id)}
                  className={`min-h-11 rounded-xl px-3 text-sm font-semibold hover:bg-stone aria-pressed:bg-pine aria-pressed:text-on-pine ${
                    fields.some(({ name }) => draft.form.errorAt(`${draft.language}.${name}`))
                      ? "text-danger"
                      : ""
                  }`}
                >
                  {t(title)}
                </button>
              ))}
            </nav>
          )}
          <Proposals text={text} draft={draft} first={languages[0] ?? draft.language} />
          <section aria-label={t(part.title)} className="rounded-card border border-line bg-panel p-4 sm:p-6">
            <FieldList
              key={`${part.id} ${draft.language}`}
              form={draft.form}
              fields={part.fields}
              path={draft.language}
              reference={isFirst ? undefined : languages[0]}
            />
          </section>
          {part.id === "reviews" && (
            <p className="text-sm">
              <Link className="font-semibold text-pine underline underline-offset-4" to={paths.admin.reviews}>
                <Trans>Moderate and import reviews</Trans>
              </Link>
            </p>
          )}
          <Placeholders placeholders={placeholders} />
          <VersionsPanel text={text} onText={draft.replace} />
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
          <Preview address={previewUrl(kind, prefix, text.revision)} />
        </div>
      </div>
    </div>
  );
}
