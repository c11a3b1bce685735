import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { SignInFrame, useLinkToken } from "./components/frame";
import { JoinForm } from "./components/join-form";

/** The page an invitation leads to. */
export function Component() {
  const { t } = useLingui();
  const token = useLinkToken();
  const invitation = useQuery({
    queryKey: ["/api/admin/invitations/look", token],
    queryFn: () => bodyOf(api.POST("/api/admin/invitations/look", { body: { token } })),
    enabled: token !== "",
    gcTime: 0,
  });
  if (token === "" || invitation.isError) {
    return (
      <SignInFrame title={t`This invitation has expired`}>
        <p role="alert">
          {token === "" ? t`This link is incomplete. Ask for a new one.` : sentenceOf(invitation.error)}
        </p>
      </SignInFrame>
    );
  }
  if (!invitation.data) {
    return (
      <SignInFrame title={t`Just a moment`}>
        <div role="status" aria-label={t`Loading`} className="h-40 animate-pulse rounded-xl bg-stone" />
      </SignInFrame>
    );
  }
  return <JoinForm token={token} invitation={invitation.data} />;
}
