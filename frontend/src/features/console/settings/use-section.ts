import { useLingui } from "@lingui/react/macro";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { toast } from "@/components/ui/toast";
import { type Settings, settingsQuery } from "./api";

interface Section {
  revision?: string | null;
}

/** One section as it is being changed; it is stored whole. `id` is the server's name of it. */
export function useSection<T extends Section>(
  id: string,
  settings: Settings,
  read: (settings: Settings) => T,
  put: (body: T) => Promise<Settings>,
) {
  const { t } = useLingui();
  return useVersionedForm({
    query: settingsQuery,
    data: settings,
    read(stored) {
      const { revision, ...values } = read(stored);
      const last = stored.lastChanges.find((change) => change.section === id);
      return { values, revision, by: last?.by, at: last?.at };
    },
    save: (values, revision) => put({ ...values, revision } as T),
    onSaved: () => toast({ title: t`Saved`, description: t`Your site updates within seconds.` }),
  });
}
