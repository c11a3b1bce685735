import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { ownKey } from "@/features/site/shared/after/own-booking";
import { ApiError, sentenceOf } from "@/lib/errors";
import type { OwnBooking } from "./api";

/** Does something with the booking: shows it as it is then, and says in a toast what was refused. */
export function useOwn<V>(run: (values: V) => Promise<{ booking: OwnBooking }>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: ({ booking }) => {
      client.setQueryData(ownKey, booking);
      toast({ title: done });
    },
    onError: (error) => {
      // Its fields say it beside them.
      if (error instanceof ApiError && error.body?.fields?.length) return;
      toast({ kind: "destructive", title: t`Couldn't save`, description: sentenceOf(error) });
      void client.invalidateQueries({ queryKey: ownKey });
    },
  });
}

/** What the server says of one field, of the last refusal. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.body?.fields?.find((each) => each.field === field)?.message;
}
