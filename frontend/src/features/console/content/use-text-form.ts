import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { changedFields } from "@/components/forms/merge";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { toast } from "@/components/ui/toast";
import { contentQuery, publishText, saveText, type Text, textQuery } from "./api";
import type { Values } from "./rules/fields";

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
    save(values, revision, base) {
      const [[each, body] = [first, {}]] = Object.entries(changedFields(base, values));
      sending.current = each;
      return saveText(text.kind, each, revision, changedFields(base[each] ?? {}, body ?? {}));
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
    publish: () => form.submit((revision) => publishText(text.kind, revision), done(words.published)),
    /** The server's text, in place of what was typed. */
    replace(next: Text) {
      form.replace(next);
      void client.invalidateQueries({ queryKey: contentQuery.queryKey, exact: true });
    },
  };
}

export type TextForm = ReturnType<typeof useTextForm>;
