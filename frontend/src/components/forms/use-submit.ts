import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type ToastMessage, toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { placeErrors } from "./server-errors";

/** The texts of a toast about a form that was not taken. */
interface Failure {
  title: string;
  /** When the server gives no reason. */
  refused: string;
  /** When the server was not reached. */
  unreachable: string;
}

interface Options<A> {
  /** The problem to begin with. */
  before?: string | null | undefined;
  /** Shows problems in a toast instead, also those of single fields. */
  failed?: Failure;
  /** The queries that show what is changed. They are fetched again, also after a failure. */
  refresh?: readonly QueryKey[];
  /** Shown once it worked. */
  done?: ToastMessage | ((answer: A) => ToastMessage);
  /** Called once it worked. */
  onDone?: (answer: A) => unknown;
}

/**
 * Sends a form, once at a time. What the server says of single fields is put beside them; `problem` is the sentence
 * for the rest. `send` may deal with refusals that mean something else itself.
 */
export function useSubmit<T extends FieldValues, U extends FieldValues, A>(
  form: UseFormReturn<T, unknown, U>,
  send: (values: U) => Promise<A>,
  { before = null, failed, refresh = [], done, onDone }: Options<A> = {},
) {
  const client = useQueryClient();
  const [problem, setProblem] = useState(before);
  const isSending = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(null),
    onSuccess: (answer) => {
      if (done) toast(typeof done === "function" ? done(answer) : done);
    },
    onError: (error) => {
      const isPlaced = placeErrors(form, error).length > 0;
      if (failed) toast({ kind: "destructive", title: failed.title, description: reason(error, failed) });
      else if (!isPlaced) setProblem(sentenceOf(error));
    },
    // Not waited for: on a slow network the form is done before its page shows the change.
    onSettled: () => {
      for (const queryKey of refresh) void client.invalidateQueries({ queryKey });
    },
  });

  async function onSubmit(event?: BaseSyntheticEvent) {
    event?.preventDefault();
    // A dialog's form is no part of the form that it is opened from.
    event?.stopPropagation();
    if (isSending.current) return;
    isSending.current = true;
    // What the server refused is asked again.
    form.clearErrors();
    try {
      // The problem is shown: nothing is left to be caught.
      await form.handleSubmit((values) => mutateAsync(values).then(onDone, () => undefined))(event);
    } finally {
      isSending.current = false;
    }
  }
  return { onSubmit, problem, isPending };
}

function reason(error: unknown, { refused, unreachable }: Failure): string {
  return sentenceOf(error, error instanceof ApiError ? refused : unreachable);
}
