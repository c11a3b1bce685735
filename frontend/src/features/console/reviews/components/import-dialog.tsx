import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Check } from "@/components/console/check";
import {
  ImportDialog,
  ImportLineHead,
  ImportLineProblems,
  ImportLines,
} from "@/features/console/shared/import-dialog";
import { formatDate } from "@/lib/format";
import { type CheckedLine, importReviews, type Outcome, reviewsKey } from "../api";

const outcomes: Record<Outcome, MessageDescriptor> = {
  new: msg({ message: "New", context: "line of a file of reviews" }),
  known: msg({ message: "Already imported", context: "line of a file" }),
  bad: msg({ message: "Bad row", context: "line of a file" }),
};
// What needs a look comes first.
const order: readonly Outcome[] = ["bad", "new", "known"];
const looks = { bad: "warning", new: "good", known: "plain" } as const;

const count = (lines: readonly CheckedLine[], of: Outcome) =>
  lines.filter(({ outcome }) => outcome === of).length;

/** Imports a file: first each row is shown, then all that are new are stored, or none where a row is bad. */
export function ImportReviewsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [isPublished, setPublished] = useState(true);
  return (
    <ImportDialog
      title={t`Import reviews`}
      description={t`A CSV file with the columns Source, Date, Author, Rating (1 to 5) and Text; Car, Link and Language if you have them. Rows already imported are skipped.`}
      send={(csv, onlyCheck) => importReviews(csv, isPublished, onlyCheck)}
      refresh={reviewsKey}
      done={({ imported }) => t`${imported} added.`}
      canImport={({ lines }) => count(lines, "new") > 0 && count(lines, "bad") === 0}
      confirm={({ lines }) => (
        <Plural value={{ count: count(lines, "new") }} one="Import # row" other="Import # rows" />
      )}
      preview={({ lines }) => <Lines lines={lines} />}
      onClose={onClose}
    >
      <Check
        label={t`Publish them immediately`}
        checked={isPublished}
        onChange={({ target }) => setPublished(target.checked)}
      />
    </ImportDialog>
  );
}

function Lines({ lines }: { lines: readonly CheckedLine[] }) {
  const bad = count(lines, "bad");
  return (
    <>
      {bad > 0 && (
        <p role="alert" className="text-sm font-semibold text-danger">
          <Plural
            value={bad}
            one="# row has a problem. Correct the file and choose it again."
            other="# rows have problems. Correct the file and choose it again."
          />
        </p>
      )}
      <ImportLines
        lines={lines.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))}
      >
        {(line) => <Row line={line} />}
      </ImportLines>
    </>
  );
}

function Row({ line }: { line: CheckedLine }) {
  const { t } = useLingui();
  const facts = [
    line.rating !== null && "★".repeat(line.rating),
    line.source,
    line.writtenOn && formatDate(line.writtenOn),
  ];
  return (
    <>
      <ImportLineHead line={line.line} name={line.author}>
        <Badge look={looks[line.outcome]}>{t(outcomes[line.outcome])}</Badge>
        <span className="text-slate">{facts.filter(Boolean).join(" · ")}</span>
      </ImportLineHead>
      <span className="line-clamp-2 wrap-anywhere text-slate">{line.text}</span>
      <ImportLineProblems problems={line.problems} />
    </>
  );
}
