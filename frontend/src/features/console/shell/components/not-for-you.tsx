import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import type { Role } from "@/features/console/shared/roles";
import { roleInSentence } from "@/features/console/shared/roles";
import { homeFor } from "../rules";

/** In place of a page that the role may not open. */
export function NotForYou({ role }: { role: Role }) {
  const { t } = useLingui();
  return (
    <div className="mx-auto max-w-md py-16 text-center">
      <h1 className="text-2xl font-bold">
        <Trans>You don't have access to this page</Trans>
      </h1>
      <p className="mt-2 text-slate">
        <Trans>
          You are signed in as {{ role: t(roleInSentence[role]) }}. An owner of your company can change that.
        </Trans>
      </p>
      <Link to={homeFor(role)} className={buttonClass("quiet", "mt-6")}>
        <Trans>Go to your start page</Trans>
      </Link>
    </div>
  );
}
