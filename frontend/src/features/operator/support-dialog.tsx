import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, CheckInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { queryClient } from "@/lib/query-client";
import { call, type SupportAnswer, supportPath, supportQuery } from "./api";

const minReason = 10;
const maxReason = 500;
const rules = z.object({
  reason: z.string().trim().min(minReason, `Enter a reason of at least ${minReason} characters.`),
  drafts: z.boolean(),
  code: z.string().trim().min(1, "Enter a code."),
});

/** Asks for a reason, which the owner reads, and a code of the second factor. */
export function SupportDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const form = useForm({
    defaultValues: { reason: "", drafts: false, code: "" },
    resolver: zodResolver(rules),
  });
  const submit = useSubmit(
    form,
    async (body: z.infer<typeof rules>) => {
      const answer = await call<SupportAnswer>(supportPath(slug), body);
      queryClient.setQueryData(supportQuery(slug).queryKey, answer);
    },
    { done: { title: "Access requested" }, onDone: onClose },
  );
  return (
    <DialogForm
      title={`Ask for access to ${slug}`}
      description="The owner reads who asks and why. Do not write anything about customers here."
      submit={submit}
      confirm="Ask for access"
      onClose={onClose}
    >
      <AreaInput control={form.control} name="reason" label="Reason" maxLength={maxReason} />
      <CheckInput
        control={form.control}
        name="drafts"
        label="Also ask to change drafts of the catalogue, the quiz and texts"
      />
      <TextInput
        control={form.control}
        name="code"
        label="Code"
        hint="A new code from your authenticator app."
        autoComplete="one-time-code"
        maxLength={40}
        required
      />
    </DialogForm>
  );
}
