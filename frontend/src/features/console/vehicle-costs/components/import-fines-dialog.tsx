import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import {
  type CheckedLine,
  fineKinds,
  finesKey,
  importFines,
  type Outcome,
} from "@/features/console/shared/fines/fines";
import {
  ImportDialog,
  ImportLineHead,
  ImportLineProblems,
  ImportLines,
} from "@/features/console/shared/import-dialog";
import { formatMoment, formatMoney } from "@/lib/format";

const outcomes: Record<Outcome, MessageDescriptor> = {
  matched: msg({ message: "Matched", context: "line of a file" }),
  unmatched: msg({ message: "No booking at that time", context: "line of a file" }),
  unknown_plate: msg({ message: "Unknown plate", context: "line of a file" }),
  known: msg({ message: "Already imported", context: "line of a file" }),
  bad: msg({ message: "Bad row", context: "line of a file" }),
};
// What needs a look comes first.
const order: readonly Outcome[] = ["bad", "unknown_plate", "unmatched", "matched", "known"];
const countNew = (lines: readonly CheckedLine[]) =>
  lines.filter(({ outcome }) => outcome === "matched" || outcome === "unmatched").length;
const looks: Partial<Record<Outcome, "good" | "warning">> = {
  matched: "good",
  unknown_plate: "warning",
  bad: "warning",
};

/** Imports a file: first each row is shown with its booking, then what is new is stored. */
export function ImportFinesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ImportDialog
      title={t`Import fines and tolls`}
      description={t`A CSV file with the columns Plate, Date, Time, Amount, Currency and Kind (fine, toll or parking); Reference and Note if you have them. Rows already imported are skipped.`}
      send={importFines}
      refresh={finesKey}
      done={({ imported }) => t`${imported} added.`}
      canImport={({ lines }) => countNew(lines) > 0}
      confirm={({ lines }) => (
        <Plural value={{ count: countNew(lines) }} one="Import # row" other="Import # rows" />
      )}
      preview={({ lines }) => (
        <ImportLines
          lines={lines.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))}
        >
          {(line) => <Row line={line} />}
        </ImportLines>
      )}
      onClose={onClose}
    />
  );
}

function Row({ line }: { line: CheckedLine }) {
  const { t } = useLingui();
  const facts = [
    line.kind && t(fineKinds[line.kind]),
    line.amount !== null && formatMoney(line.amount, line.currency),
    line.happenedAt && formatMoment(line.happenedAt),
    line.reference,
  ];
  return (
    <>
      <ImportLineHead line={line.line} name={line.plate}>
        <Badge look={looks[line.outcome] ?? "plain"}>{t(outcomes[line.outcome])}</Badge>
        {line.booking && (
          <span className="text-slate">{`${line.booking.reference} · ${line.booking.customerName}`}</span>
        )}
      </ImportLineHead>
      <span className="tabular text-slate">{facts.filter(Boolean).join(" · ")}</span>
      <ImportLineProblems problems={line.problems} />
    </>
  );
}
