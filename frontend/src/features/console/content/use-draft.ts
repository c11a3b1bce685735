import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { contentQuery, publishText, saveText, type Text, textQuery } from "./api";
import { changedParts, problemsOf, type Values } from "./rules/fields";

/** Someone else changed the same part after it was read. */
export interface Meeting {
  by: string | null;
  at: string;
  revision: number;
}

type Written = Record<string, Values>;

const bodyOf = (text: Text, language: string, first: string): Values =>
  (text.bodies[language] ?? text.bodies[first] ?? {}) as Values;

/** A text while it is being written: what was typed is kept until the server has it, whatever happens. */
export function useDraft(
  start: Text,
  languages: readonly string[],
  words: { saved: string; published: string },
) {
  const client = useQueryClient();
  const first = languages[0] ?? "en";
  const [text, setText] = useState(start);
  const [written, setWritten] = useState<Written>({});
  const [language, setLanguage] = useState(first);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [meeting, setMeeting] = useState<Meeting | null>(null);

  const read = bodyOf(text, language, first);
  const values = written[language] ?? read;
  const changedIn = (one: string) => changedParts(bodyOf(text, one, first), written[one] ?? {});
  const changed = languages.filter((one) => Object.keys(changedIn(one)).length > 0);

  function take(next: Text) {
    setText(next);
    setProblems(new Map());
    setMeeting(null);
    void client.invalidateQueries({ queryKey: contentQuery.queryKey, exact: true });
    client.setQueryData(textQuery(start.kind).queryKey, next);
  }
  function fail(error: unknown) {
    const body = error instanceof ApiError ? error.body : undefined;
    setProblems(problemsOf(body?.fields));
    if (body?.error === "TextChangedMeanwhile") setMeeting(body.details as unknown as Meeting);
    else toast({ kind: "destructive", title: sentenceOf(error) });
  }

  /** Each language by itself: what was saved is not sent again when the next one is refused. */
  async function saveAll(revision = text.revision): Promise<Text> {
    let newest: Text = { ...text, revision };
    for (const one of changed) {
      const parts = changedIn(one);
      try {
        newest = await saveText(start.kind, one, newest.revision, parts);
      } catch (error) {
        setLanguage(one);
        throw error;
      }
      setWritten((before) => ({ ...before, [one]: newest.bodies[one] as Values }));
      setText(newest);
    }
    return newest;
  }
  const saving = useMutation({
    mutationFn: (revision: number | undefined) => saveAll(revision),
    onSuccess: (next) => {
      take(next);
      setWritten({});
      toast({ title: words.saved });
    },
    onError: fail,
  });
  const publishing = useMutation({
    mutationFn: async () => publishText(start.kind, (await saveAll()).revision),
    onSuccess: (next) => {
      take(next);
      setWritten({});
      toast({ title: words.published });
    },
    onError: fail,
  });

  return {
    text,
    language,
    setLanguage,
    values,
    reference: language === first ? undefined : (written[first] ?? bodyOf(text, first, first)),
    problems,
    meeting,
    hasChanges: changed.length > 0,
    isBusy: saving.isPending || publishing.isPending,
    change: (next: Values) => setWritten((before) => ({ ...before, [language]: next })),
    save: () => saving.mutate(undefined),
    /** Over what the other one wrote, which was shown. */
    saveMine: () => meeting && saving.mutate(meeting.revision),
    publish: () => publishing.mutate(),
    /** The server's text, in place of what was typed. */
    replace: (next: Text) => {
      take(next);
      setWritten({});
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
