import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { paths } from "@/config/paths";
import { meQuery } from "@/features/console/shared/session";
import { CodeStep } from "./components/code-step";
import { PasswordStep } from "./components/password-step";

/** Only addresses of the admin console: a link cannot send a signed-in admin elsewhere. */
function target(from: string | null): string {
  return from && /^\/admin(\/|$)/.test(from) ? from : paths.admin.home;
}

/** Sign-in: the password, then a code where a second factor is on. */
export function Component() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const notice = (useLocation().state as { notice?: string } | null)?.notice;
  const [challenge, setChallenge] = useState<string | null>(null);
  const [ended, setEnded] = useState<string | null>(null);

  function enter() {
    client.removeQueries(meQuery);
    navigate(target(query.get("from")), { replace: true });
  }

  if (challenge !== null) {
    return (
      <CodeStep
        challenge={challenge}
        onDone={enter}
        onEnd={(sentence) => {
          setEnded(sentence);
          setChallenge(null);
        }}
      />
    );
  }
  return <PasswordStep notice={notice} problem={ended} onDone={enter} onChallenge={setChallenge} />;
}
