import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type ToastMessage, toast } from "@/components/ui/toast";
import { ApiError, sentenceOf } from "@/lib/errors";
import { placeErrors } from "./server-errors";

/** Fired at a form whose input was saved or discarded; it bubbles. */
export const finishedEvent = "finished";
/** An attribute of a form while it is sent. */
export const sendingAttribute = "data-sending";

/** The toast texts of a failed form. */
interface Failure {
  title: string;
  /** When the server gives no reason. */
  refused: string;
  /** When the server was not reached. */
  unreachable: string;
}

interface Options<A> {
  /** The initial problem. */
  before?: string | null | undefined;
  /** Shows problems in a toast instead, also those of single fields. */
  failed?: Failure;
  /** The queries of the changed data. They are refetched, also after a failure. */
  refresh?: readonly QueryKey[];
  /** The success message. */
  done?: ToastMessage | ((answer: A) => ToastMessage);
  /** Whether an answer means that the values were saved, not only checked; by default always. */
  isSaved?: (answer: A) => boolean;
  /** Called on success. */
  onDone?: (answer: A) => unknown;
}

/**
 * Submits a form; concurrent submits are ignored. Field errors of the server are placed at the fields; `problem` is
 * the message for the rest. `send` may handle expected refusals itself.
 */
export function useSubmit<T extends FieldValues, U extends FieldValues, A>(
  form: UseFormReturn<T, unknown, U>,
  send: (values: U) => Promise<A>,
  { before = null, failed, refresh = [], done, isSaved = () => true, onDone }: Options<A> = {},
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
    // Not awaited: on a slow network the form is done before its page shows the change.
    onSettled: () => {
      for (const queryKey of refresh) void client.invalidateQueries({ queryKey });
    },
  });

  async function onSubmit(event?: BaseSyntheticEvent) {
    event?.preventDefault();
    // A dialog's form is not part of the form that opened it.
    event?.stopPropagation();
    if (isSending.current) return;
    isSending.current = true;
    const element: HTMLFormElement | undefined = event?.currentTarget;
    element?.setAttribute(sendingAttribute, "");
    const saved = (answer: A) => {
      if (isSaved(answer)) finishForm(element);
      element?.removeAttribute(sendingAttribute);
      return onDone?.(answer);
    };
    // Clears server errors, so that the fields are sent again.
    form.clearErrors();
    try {
      // The problem is already displayed.
      await form.handleSubmit((values) => mutateAsync(values).then(saved, () => undefined))(event);
    } finally {
      isSending.current = false;
      element?.removeAttribute(sendingAttribute);
    }
  }
  return { onSubmit, problem, isPending };
}

/** Reports that a form's input was saved or discarded. */
export function finishForm(form: HTMLFormElement | null | undefined): void {
  form?.dispatchEvent(new Event(finishedEvent, { bubbles: true }));
}

function reason(error: unknown, { refused, unreachable }: Failure): string {
  return sentenceOf(error, error instanceof ApiError ? refused : unreachable);
}
