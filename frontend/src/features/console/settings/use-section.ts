import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { type Settings, settingsQuery } from "./api";

export interface SectionState<T> {
  draft: T;
  set: (changes: Partial<T>) => void;
  /** What is wrong with a field, by its path in the body. */
  problem: (field: string) => string | undefined;
  save: () => void;
  /** Drops what was typed and shows what is stored now. */
  reload: () => void;
  failure: string | null;
  /** Someone else was first: what was typed is still there. */
  isOutrun: boolean;
  isPending: boolean;
  isSame: boolean;
}

/** One section as it is being changed. Its caller is keyed by the revision, so that a saved section begins anew. */
export function useSection<T extends object>(saved: T, put: (body: T) => Promise<Settings>): SectionState<T> {
  const { t } = useLingui();
  const client = useQueryClient();
  const [draft, setDraft] = useState(saved);
  const change = useMutation({
    mutationFn: () => put(draft),
    onSuccess: (settings) => {
      client.setQueryData(settingsQuery.queryKey, settings);
      toast({ title: t`Saved`, description: t`Your site follows within seconds.` });
    },
  });
  const refused = change.error instanceof ApiError ? change.error : undefined;
  const fields = refused?.body?.fields ?? [];
  return {
    draft,
    set: (changes) => setDraft((before) => ({ ...before, ...changes })),
    problem: (field) =>
      fields.find((item) => item.field === field || item.field.startsWith(`${field}.`))?.message,
    save: () => change.mutate(),
    reload: () => {
      change.reset();
      setDraft(saved);
      void client.invalidateQueries(settingsQuery);
    },
    failure: change.error && fields.length === 0 ? sentenceOf(change.error) : null,
    isOutrun: refused?.status === 409,
    isPending: change.isPending,
    isSame: JSON.stringify(draft) === JSON.stringify(saved),
  };
}
