import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { ownKey } from "@/features/site/shared/after/own-booking";
import { fieldsOf, sentenceOf } from "@/lib/errors";
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
      if (fieldsOf(error).length > 0) return;
      toast({ kind: "destructive", title: t`Couldn't save`, description: sentenceOf(error) });
      void client.invalidateQueries({ queryKey: ownKey });
    },
  });
}

/** What the server says of one field, of the last refusal. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return fieldsOf(error).find((each) => each.field === field)?.message;
}
