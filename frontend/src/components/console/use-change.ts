import { t } from "@lingui/core/macro";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ToastMessage, toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";

interface Options {
  /** The queries of the changed data. */
  refresh: QueryKey;
  /** Shown above the reason after a failure. */
  failed?: string;
}

/**
 * Sends a change to the server: a toast shows the result, and the queries are refetched, also after a failure. The
 * promise never rejects; it resolves to whether the change succeeded.
 *
 * Changes with the same queries run one after the other, so that they arrive in order. Refetching waits for the last
 * one, because an intermediate result would revert later changes on the screen.
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
  /** `done` returns the success message for the response. */
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
