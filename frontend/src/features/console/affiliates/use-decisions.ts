import { plural, t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { refetchAffiliates, releaseCommission, restoreCommission } from "./api";

interface Release {
  bookingIds: readonly string[];
  onProgress?: (done: number) => void;
}

class ReleaseStopped extends Error {
  constructor(
    readonly done: number,
    cause: unknown,
  ) {
    super(undefined, { cause });
  }
}

/** Releases held commissions and shows the result. */
export function useRelease() {
  const client = useQueryClient();
  return useMutation({
    // One after the other: each is its own entry in the audit log.
    mutationFn: async ({ bookingIds, onProgress }: Release) => {
      for (const [index, id] of bookingIds.entries()) {
        try {
          await releaseCommission(id);
        } catch (error) {
          throw new ReleaseStopped(index, error);
        }
        onProgress?.(index + 1);
      }
    },
    onSuccess: (_, { bookingIds }) =>
      toast({
        title: t`Released`,
        description: plural(
          { count: bookingIds.length },
          {
            one: "It is paid with the next payout once payable.",
            other: "They are paid with the next payout once payable.",
          },
        ),
      }),
    onError: (error, { bookingIds }) => {
      const done = error instanceof ReleaseStopped ? error.done : 0;
      const why = sentenceOf(error instanceof ReleaseStopped ? error.cause : error);
      const description = done > 0 ? t`${done} of ${{ all: bookingIds.length }} were released. ${why}` : why;
      toast({ kind: "destructive", title: t`Couldn't release`, description });
    },
    onSettled: () => refetchAffiliates(client),
  });
}

/** Takes a refusal back. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: restoreCommission,
    onSuccess: () => toast({ title: t`Refusal undone`, description: t`The commission is on hold again.` }),
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't undo`, description: sentenceOf(error) }),
    onSettled: () => refetchAffiliates(client),
  });
}
