import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { formatDate } from "@/lib/format";

interface Props {
  /** ISO. */
  deletesAt: string;
  isOwner: boolean;
}

/** On every page of a company that is being deleted. */
export function ClosingBanner({ deletesAt, isOwner }: Props) {
  const date = formatDate(deletesAt.slice(0, 10));
  return (
    <div role="status" className="mb-5 rounded-card border border-danger bg-panel p-4 text-sm print:hidden">
      <p className="font-bold">
        <Trans>Your company is closed and will be deleted on {date}.</Trans>
      </p>
      <p className="mt-1 text-slate">
        {isOwner ? (
          <Trans>
            Visitors see that it is closed, and no messages are sent.{" "}
            <Link
              to={paths.admin.yourData}
              className="inline-flex min-h-11 items-center underline sm:min-h-0"
            >
              Undo it
            </Link>
          </Trans>
        ) : (
          <Trans>Visitors see that it is closed, and no messages are sent. An owner can undo it.</Trans>
        )}
      </p>
    </div>
  );
}

/** On every page of a company that an operator suspended. */
export function SuspendedBanner({ reason }: { reason: string }) {
  return (
    <div role="status" className="mb-5 rounded-card border border-danger bg-panel p-4 text-sm print:hidden">
      <p className="font-bold">
        <Trans>Your company is suspended.</Trans>
      </p>
      {reason && (
        <p className="mt-1">
          <Trans>Reason: {reason}</Trans>
        </p>
      )}
      <p className="mt-1 text-slate">
        <Trans>
          Visitors see that your site is taking a break. You can read and export everything; nothing can be
          changed.
        </Trans>
      </p>
    </div>
  );
}
