import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { toast } from "@/components/ui/toast";
import { ApiError, waitOf } from "@/lib/errors";

interface Words {
  title: string;
  /** When the server says nothing better. */
  refused: string;
  /** When the server was not reached. */
  network: string;
}

/** Shows why a form was refused: beside its fields where the server names them, and as a toast. */
export function tellProblem<T extends FieldValues>(
  error: unknown,
  words: Words,
  form?: UseFormReturn<T>,
): void {
  if (!(error instanceof ApiError)) {
    toast({ kind: "destructive", title: words.title, description: words.network });
    return;
  }
  for (const { field, message } of error.body?.fields ?? []) {
    if (form && field in form.getValues()) form.setError(field as Path<T>, { message });
  }
  const sentence = error.status < 500 ? error.sentence : undefined;
  toast({
    kind: "destructive",
    title: words.title,
    description: [sentence ?? words.refused, waitOf(error)].filter(Boolean).join(" "),
  });
}
