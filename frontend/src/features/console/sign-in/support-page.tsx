import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { SignInFrame, useLinkToken } from "./components/frame";

/** Where an operator's one-time link leads, and where support access ends. */
export function Component() {
  const token = useLinkToken();
  return token ? <OpenForm token={token} /> : <Ended />;
}

function OpenForm({ token }: { token: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);

  async function open() {
    setPending(true);
    setProblem(null);
    try {
      await bodyOf(api.POST("/api/admin/support-session", { body: { token } }));
      client.clear();
      navigate(paths.admin.home, { replace: true });
    } catch (error) {
      setProblem(sentenceOf(error));
      setPending(false);
    }
  }

  return (
    <SignInFrame
      title={t`Support access`}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <p className="text-sm text-slate">
        <Trans>
          You will see this company's console as its owner allowed it. Every page that you open is recorded,
          and the owner reads the list.
        </Trans>
      </p>
      <FormProblem text={problem} />
      <Button type="submit" disabled={isPending}>
        <Trans>Open the console</Trans>
      </Button>
    </SignInFrame>
  );
}

function Ended() {
  const { t } = useLingui();
  // The browser forgets the session, so that people of the company can sign in here.
  useEffect(() => {
    api.DELETE("/api/admin/support-session").catch(() => undefined);
  }, []);
  return (
    <SignInFrame title={t`Support access has ended`}>
      <p role="status" className="text-sm text-slate">
        <Trans>
          What you were doing was not saved. To look again, ask for access in the operator console. You can
          close this page.
        </Trans>
      </p>
    </SignInFrame>
  );
}
