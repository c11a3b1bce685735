import { t } from "@lingui/core/macro";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ToastMessage, toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";

interface Options {
  /** The queries that show what is changed. */
  refresh: QueryKey;
  /** Shown above the reason after a failure. */
  failed?: string;
}

/**
 * Changes something on the server at the press of a button: a toast shows the result, and the queries are
 * fetched again, also after a failure. The promise never rejects; it says whether it worked.
 *
 * Changes of the same queries are sent one after the other: side by side, the first could arrive last. Between them
 * nothing is fetched, which would take the later one back from the screen.
 */
export function useChange({ refresh, failed }: Options) {
  const client = useQueryClient();
  const mutationKey = ["change", ...refresh];
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: (run: () => Promise<unknown>) => run(),
    onError: (error) =>
      toast({ kind: "destructive", title: failed ?? t`Couldn't save`, description: sentenceOf(error) }),
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey, exact: true }) === 1;
      return isLast ? client.invalidateQueries({ queryKey: refresh }) : undefined;
    },
  });
  /** `done` is what to say when it worked, of the answer. */
  return async function change<T>(
    run: () => Promise<T>,
    done?: (answer: T) => ToastMessage,
  ): Promise<boolean> {
    try {
      await mutateAsync(async () => {
        const answer = await run();
        if (done) toast(done(answer));
      });
      return true;
    } catch {
      return false;
    }
  };
}
