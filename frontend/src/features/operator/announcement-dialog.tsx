import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { formatNumber } from "@/lib/format";
import { queryClient } from "@/lib/query-client";
import {
  type AnnouncementsAnswer,
  announcementsQuery,
  maxBody,
  maxSubject,
  recipientsQuery,
} from "./announcements";
import { call } from "./api";
import { plansQuery } from "./plans";

const maxCode = 40;
const written = {
  planId: z.string().nullable(),
  subject: z.string().trim().min(1, "Enter a subject."),
  body: z.string().trim().min(1, "Enter a text."),
};
const steps = {
  write: z.object({ ...written, code: z.string() }),
  send: z.object({ ...written, code: z.string().trim().min(1, "Enter a code.") }),
};
type Values = z.infer<typeof steps.send>;

/** Writes an email to owners, shows it with the number of its readers, and sends it. */
export function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  // One for each text, so that it is sent once.
  const [id] = useState(() => crypto.randomUUID());
  const [step, setStep] = useState<keyof typeof steps>("write");
  const plans = useQuery(plansQuery).data?.plans ?? [];
  const form = useForm<Values>({
    resolver: zodResolver(steps[step]),
    defaultValues: { planId: null, subject: "", body: "", code: "" },
  });
  const { planId, subject, body } = form.watch();
  const recipients = useQuery(recipientsQuery(planId)).data;
  const submit = useSubmit(
    form,
    async (values: Values) => {
      if (step === "write") return false;
      const answer = await call<AnnouncementsAnswer>("/announcements", { ...values, id });
      queryClient.setQueryData(announcementsQuery.queryKey, answer);
      return true;
    },
    { onDone: (isSent) => (isSent ? onClose() : setStep("send")) },
  );
  const { control } = form;
  const audience = plans.find((plan) => plan.id === planId)?.name;
  return (
    <DialogForm
      title={step === "write" ? "Write an announcement" : "Send this announcement?"}
      description={
        step === "write"
          ? "An email in plain text to all owners, as you write it. It is not translated."
          : "It is sent once. It cannot be taken back."
      }
      submit={submit}
      confirm={step === "write" ? "Preview" : "Send"}
      isBlocked={!recipients || recipients.owners + recipients.elsewhere === 0}
      isWide
      onClose={onClose}
    >
      {step === "write" ? (
        <>
          <SelectInput
            control={control}
            name="planId"
            label="To"
            options={[
              [null, "Owners of all companies"],
              ...plans.map(({ id, name }) => [id, `Owners of companies with the plan ${name}`] as const),
            ]}
          />
          <TextInput control={control} name="subject" label="Subject" maxLength={maxSubject} required />
          <AreaInput control={control} name="body" label="Text" rows={10} maxLength={maxBody} />
        </>
      ) : (
        <>
          <section aria-label="Preview" className="rounded-card border border-line p-4">
            <p className="font-bold break-words">{subject}</p>
            <p className="mt-3 max-h-80 overflow-y-auto break-words whitespace-pre-wrap">{body.trim()}</p>
          </section>
          <Button
            look="plain"
            className="min-h-11 justify-self-start text-sm"
            onClick={() => setStep("write")}
          >
            Edit
          </Button>
          <TextInput
            control={control}
            name="code"
            label="Code"
            hint="A new code from your authenticator app."
            autoComplete="one-time-code"
            maxLength={maxCode}
            required
          />
        </>
      )}
      <p role="status" className="text-sm text-slate">
        {recipients ? (
          <>
            {`${counted(recipients.owners, "owner")} of ${counted(recipients.companies - recipients.elsewhere, "company", "companies")}`}
            {recipients.elsewhere > 0 &&
              ` and the owners of ${counted(recipients.elsewhere, "company", "companies")} on other clusters`}
            {audience ? ` with the plan ${audience}` : ""}{" "}
            {recipients.owners === 1 && recipients.elsewhere === 0 ? "gets" : "get"} it.
            {recipients.leftOut > 0 &&
              ` Not among them: ${counted(recipients.leftOut, "company", "companies")} being deleted.`}
          </>
        ) : (
          "Counting recipients…"
        )}
      </p>
    </DialogForm>
  );
}

function counted(number: number, one: string, other = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : other}`;
}
