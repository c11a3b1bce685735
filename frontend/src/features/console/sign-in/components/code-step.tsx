import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { api } from "@/lib/api";
import { ApiError, sentenceOf } from "@/lib/errors";
import { SignInFrame } from "./frame";

interface Props {
  challenge: string;
  onDone: () => void;
  /** Back to the password, with the reason when it was not asked for. */
  onEnd: (sentence: string | null) => void;
}

/** The second step: a code of the app, or a recovery code. */
export function CodeStep({ challenge, onDone, onEnd }: Props) {
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = useMutation({
    mutationFn: () => api.POST("/api/admin/login/code", { body: { challenge, code } }),
    onMutate: () => setProblem(null),
    onSuccess: onDone,
    onError: (error) => {
      setCode("");
      if (error instanceof ApiError && error.body?.error === "SignInExpired") onEnd(sentenceOf(error));
      else setProblem(sentenceOf(error));
    },
  });

  return (
    <SignInFrame
      title={t`Two-factor authentication`}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim()) submit.mutate();
        else setProblem(t`Enter a code`);
      }}
    >
      <TextField
        key={isRecovery ? "recovery" : "app"}
        label={isRecovery ? t`Recovery code` : t`Authenticator code`}
        hint={
          isRecovery ? t`Each recovery code works once.` : t`The six-digit code from your authenticator app.`
        }
        inputMode={isRecovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <FormProblem text={problem} />
      <Button type="submit" disabled={submit.isPending}>
        {submit.isPending ? t`Checking…` : t`Sign in`}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          look="plain"
          className="px-0 text-sm"
          onClick={() => {
            setRecovery(!isRecovery);
            setCode("");
            setProblem(null);
          }}
        >
          {isRecovery ? t`Use the app instead` : t`Use a recovery code`}
        </Button>
        <Button look="plain" className="px-0 text-sm" onClick={() => onEnd(null)}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </SignInFrame>
  );
}
