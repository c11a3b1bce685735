import { Trans, useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { adminPath } from "@/config/admin-path";
import { useMay } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import { deleteWritten, type Filters, followUp, type Written, writtenKey } from "../api";

interface Props {
  answers: readonly Written[];
  kind: Filters["kind"];
  pages: TablePages;
  timezone: string;
}

/** Contacts or texts with where they came from, and the booking that followed. */
export function WrittenTable({ answers, kind, pages, timezone }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const change = useChange({ refresh: writtenKey });
  const [deleting, setDeleting] = useState<Written | null>(null);
  const words: TableColumn<Written>[] =
    kind === "text"
      ? [
          {
            id: "text",
            title: t`Text`,
            cell: ({ text, questionText }) => (
              <span className="block max-w-prose">
                <span className="block whitespace-pre-wrap break-words">{text}</span>
                <span className="mt-1 block text-xs text-muted">{questionText}</span>
              </span>
            ),
          },
        ]
      : [
          {
            id: "contact",
            title: t`Contact`,
            cell: ({ name, email, phone }) => (
              <span>
                <span className="block font-semibold">{name || email || phone}</span>
                {name && email && <span className="block text-slate">{email}</span>}
                {(name || email) && phone && <span className="tabular block text-slate">{phone}</span>}
              </span>
            ),
          },
          {
            id: "consent",
            title: t`Agreed to`,
            cell: ({ consent }) => <span className="block max-w-xs text-sm text-slate">{consent}</span>,
            card: "none",
            isOptional: true,
          },
          {
            id: "state",
            title: t`State`,
            cell: ({ followedUpAt }) =>
              followedUpAt ? (
                <Badge look="good">
                  <Trans>Followed up</Trans>
                </Badge>
              ) : (
                <Badge look="warning">
                  <Trans>Open</Trans>
                </Badge>
              ),
            card: "right",
          },
        ];
  const columns: TableColumn<Written>[] = [
    ...words,
    {
      id: "answeredAt",
      title: t`Answered`,
      cell: ({ answeredAt }) => (
        <span className="tabular text-slate">{formatMoment(answeredAt, timezone)}</span>
      ),
      card: "line",
    },
    {
      id: "source",
      title: t`Source`,
      cell: ({ source, campaign }) => (
        <span className="text-slate">{[source, campaign].filter(Boolean).join(" / ") || "–"}</span>
      ),
      card: "line",
      isLabelled: true,
      isOptional: true,
    },
    {
      id: "session",
      title: t`Session`,
      cell: ({ sessionId }) => <span className="break-all text-xs text-muted">{sessionId}</span>,
      card: "none",
      isOptional: true,
    },
    {
      id: "booking",
      title: t`Booking`,
      cell: ({ bookingId, reference }) =>
        bookingId ? (
          <Link
            className="font-semibold text-pine underline-offset-4 hover:underline"
            to={adminPath.booking(bookingId)}
          >
            {reference}
          </Link>
        ) : (
          "–"
        ),
      card: "line",
      isLabelled: true,
    },
  ];
  return (
    <>
      <DataTable
        label={kind === "text" ? t`Texts` : t`Contacts`}
        rows={answers}
        columns={columns}
        rowId={({ sessionId, questionId }) => `${sessionId}/${questionId}`}
        defaultSort="-answeredAt"
        isSortedByServer
        pages={pages}
        actions={(answer) => (
          <>
            {kind === "contact" && (
              <Button
                look="quiet"
                onClick={() =>
                  void change(
                    () => followUp(answer, !answer.followedUpAt),
                    () => ({ title: answer.followedUpAt ? t`Contact reopened` : t`Contact followed up` }),
                  )
                }
              >
                {answer.followedUpAt ? <Trans>Reopen</Trans> : <Trans>Mark as followed up</Trans>}
              </Button>
            )}
            {may("manage_customers") && (
              <Button look="plain" aria-label={t`Delete this answer`} onClick={() => setDeleting(answer)}>
                <Trash2 aria-hidden size={18} />
              </Button>
            )}
          </>
        )}
      />
      {deleting && (
        <ConfirmDialog
          title={t`Delete this answer?`}
          description={t`What the visitor wrote is gone for good. Figures still count that there was an answer.`}
          confirm={t`Delete`}
          onConfirm={async () => {
            await change(
              () => deleteWritten(deleting),
              () => ({ title: t`Answer deleted` }),
            );
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}
