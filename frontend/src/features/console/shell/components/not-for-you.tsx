import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { useRoleNames } from "@/features/console/shared/roles";
import type { Me } from "@/features/console/shared/session";
import { homeFor } from "../rules";

/** In place of a page that the rights do not open. */
export function NotForYou({ admin }: { admin: Me["admin"] }) {
  const { inSentence } = useRoleNames();
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <h1 className="text-2xl font-bold">
        <Trans>You don't have access to this page</Trans>
      </h1>
      <p className="mt-2 text-slate">
        {admin.support ? (
          <Trans>Support access does not open it.</Trans>
        ) : (
          <Trans>
            You are signed in as {{ role: inSentence(admin) }}. An owner of your company can change that.
          </Trans>
        )}
      </p>
      <Link to={homeFor(admin.rights)} className={buttonClass("quiet", "mt-6")}>
        <Trans>Go to your start page</Trans>
      </Link>
    </div>
  );
}
