import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { changedFields } from "@/components/forms/merge";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { toast } from "@/components/ui/toast";
import { contentQuery, publishText, saveText, type Text, textQuery } from "./api";
import type { Values } from "./rules/fields";
import { type MissingText, withEdges } from "./rules/proposals";

/** A text in all its languages while it is being written. One that is missing begins as the first. */
export function useTextForm(
  text: Text,
  languages: readonly string[],
  words: { saved: string; published: string },
) {
  const client = useQueryClient();
  const first = languages[0] ?? "en";
  const [language, setLanguage] = useState(first);
  const sending = useRef(first);
  // Fields with machine translations that are not saved, as language.field.
  const proposed = useRef(new Set<string>());
  const done = (title: string) => () => {
    toast({ title });
    void client.invalidateQueries({ queryKey: contentQuery.queryKey, exact: true });
  };
  const form = useVersionedForm<Text, Record<string, Values>, number>({
    query: textQuery(text.kind),
    data: text,
    read({ bodies, revision, changed }) {
      const bodyOf = (each: string) => [each, (bodies[each] ?? bodies[first] ?? {}) as Values];
      return {
        values: Object.fromEntries(languages.map(bodyOf)),
        revision,
        by: changed?.by,
        at: changed?.at,
      };
    },
    isSavedByField: true,
    async save(values, revision, base) {
      const [[each, body] = [first, {}]] = Object.entries(changedFields(base, values));
      sending.current = each;
      const parts = changedFields(base[each] ?? {}, body ?? {});
      const unchecked = Object.keys(parts).filter((field) => proposed.current.has(`${each}.${field}`));
      const saved = await saveText(text.kind, each, revision, parts, unchecked);
      for (const field of unchecked) proposed.current.delete(`${each}.${field}`);
      return saved;
    },
    // The server names fields below "parts" of the language that is saved, and below languages when it publishes.
    fieldOf: (field) => field.replace(/^parts\./, `${sending.current}.`),
    onRefused: ([field = ""]) =>
      setLanguage((now) => languages.find((each) => field.startsWith(`${each}.`)) ?? now),
    onSaved: done(words.saved),
  });
  return {
    form,
    language,
    setLanguage,
    values: form.values[language] ?? {},
    /** Puts machine translations into fields that are still missing, and marks these when they are saved. */
    propose(missing: readonly MissingText[], translations: readonly (string | null)[]) {
      for (const [index, { path, text: original }] of missing.entries()) {
        const translation = translations[index];
        if (!translation) continue;
        form.set(path, withEdges(original, translation) as never);
        proposed.current.add(path.split(".").slice(0, 2).join("."));
      }
    },
    /** Someone checked the machine translation of a field: it is saved as it is, without its mark. */
    async confirm(each: string, field: string) {
      const { revision, bodies } = text;
      const value = (bodies[each] as Values | undefined)?.[field];
      client.setQueryData(
        textQuery(text.kind).queryKey,
        await saveText(text.kind, each, revision, { [field]: value }),
      );
    },
    publish: () => form.submit((revision) => publishText(text.kind, revision), done(words.published)),
    /** The server's text, in place of what was typed. */
    replace(next: Text) {
      form.replace(next);
      void client.invalidateQueries({ queryKey: contentQuery.queryKey, exact: true });
    },
  };
}

export type TextForm = ReturnType<typeof useTextForm>;
