import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";

/** Leads who may see customers from a count to what visitors wrote. */
export function WrittenLink({ kind }: { kind: "text" | "contact" }) {
  const may = useMay();
  if (!may("customers")) return null;
  return (
    <Link
      className="inline-flex min-h-11 items-center font-semibold text-pine underline-offset-4 hover:underline"
      to={`${paths.admin.quizContacts}?kind=${kind}`}
    >
      {kind === "contact" ? <Trans>Show contacts</Trans> : <Trans>Show texts</Trans>}
    </Link>
  );
}
