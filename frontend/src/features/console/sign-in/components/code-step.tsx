import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { api } from "@/lib/api";
import { ApiError, sentenceOf } from "@/lib/errors";
import { SignInFrame } from "./frame";

const schema = z.object({
  code: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a code` }),
});

interface Props {
  challenge: string;
  onDone: () => void;
  /** Back to the password, with the reason when it was not asked for. */
  onEnd: (sentence: string | null) => void;
}

/** The second step: a code of the app, or a recovery code. */
export function CodeStep(props: Props) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <CodeForm
      {...props}
      key={isRecovery ? "recovery" : "app"}
      isRecovery={isRecovery}
      onSwitch={() => setRecovery(!isRecovery)}
    />
  );
}

interface FormProps extends Props {
  isRecovery: boolean;
  onSwitch: () => void;
}

function CodeForm({ challenge, isRecovery, onSwitch, onDone, onEnd }: FormProps) {
  const { t } = useLingui();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { code: "" } });

  async function send({ code }: { code: string }) {
    try {
      await api.POST("/api/admin/login/code", { body: { challenge, code } });
      onDone();
    } catch (error) {
      form.reset();
      if (!(error instanceof ApiError && error.body?.error === "SignInExpired")) throw error;
      onEnd(sentenceOf(error));
    }
  }
  const { onSubmit, problem, isPending } = useSubmit(form, send);

  return (
    <SignInFrame title={t`Two-factor authentication`} onSubmit={onSubmit}>
      <TextInput
        control={form.control}
        name="code"
        label={isRecovery ? t`Recovery code` : t`Authenticator code`}
        hint={
          isRecovery ? t`Each recovery code works once.` : t`The six-digit code from your authenticator app.`
        }
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoFocus
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending}>
        {isPending ? t`Checking…` : t`Sign in`}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="plain" className="px-0 text-sm" onClick={onSwitch}>
          {isRecovery ? t`Use the app instead` : t`Use a recovery code`}
        </Button>
        <Button look="plain" className="px-0 text-sm" onClick={() => onEnd(null)}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </SignInFrame>
  );
}
