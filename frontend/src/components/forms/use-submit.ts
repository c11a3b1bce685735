import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/toast";
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

interface Options {
  /** The problem to begin with. */
  before?: string | null | undefined;
  /** Shows problems in a toast instead, also those of single fields. */
  failed?: Failure;
}

/**
 * Sends a form. What the server says of single fields is put beside them; `problem` is the sentence for the rest.
 * `send` goes on to whatever follows, and may deal with refusals that mean something else itself.
 */
export function useSubmit<T extends FieldValues, U extends FieldValues>(
  form: UseFormReturn<T, unknown, U>,
  send: (values: U) => Promise<unknown>,
  { before = null, failed }: Options = {},
) {
  const [problem, setProblem] = useState(before);
  const { mutateAsync } = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(null),
    onError: (error) => {
      const isPlaced = placeErrors(form, error).length > 0;
      if (failed) toast({ kind: "destructive", title: failed.title, description: reason(error, failed) });
      else if (!isPlaced) setProblem(sentenceOf(error));
    },
  });
  // The problem is shown: nothing is left to be caught.
  const onSubmit = form.handleSubmit((values) => mutateAsync(values).catch(() => undefined));
  return { onSubmit, problem };
}

function reason(error: unknown, { refused, unreachable }: Failure): string {
  return sentenceOf(error, error instanceof ApiError ? refused : unreachable);
}
