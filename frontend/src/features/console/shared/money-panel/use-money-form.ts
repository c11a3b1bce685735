import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { tillsKey } from "@/features/console/shared/tills";
import { ApiError, sentenceOf } from "@/lib/errors";
import { moneyKey } from "./api";

interface Options {
  bookingId: string;
  /** What is said when it is recorded. */
  done: string;
  onDone: () => void;
}

/**
 * Records something about a booking's money: once, however often the button is pressed or the network is lost, because
 * every call of one dialog carries the same key. Answers what the server says of each field, and of the rest.
 */
export function useMoneyForm({ bookingId, done, onDone }: Options) {
  const client = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, error, isPending } = useMutation({
    mutationFn: (send: (key: string) => Promise<unknown>) => send(key),
    onSuccess: () => {
      toast({ title: done });
      onDone();
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: moneyKey(bookingId) }),
        client.invalidateQueries({ queryKey: tillsKey }),
      ]),
  });
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : [];
  return {
    send: mutate,
    isPending,
    errorOf: (name: string) => fields.find(({ field }) => field === name)?.message,
    problem: error && fields.length === 0 ? sentenceOf(error) : null,
  };
}
