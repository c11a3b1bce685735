import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import type { StoredDraft } from "../api";
import { branchesOf } from "../rules/branches";
import type { Question } from "../rules/quiz";

const rowHeight = 44;
const laneWidth = 18;

interface Props {
  questions: Question[];
  /** What the server found; null while there are changes that it has not seen. */
  branches: StoredDraft["branches"] | null;
}

/** The ways through the quiz: a line leads from an answer past the questions that it skips. */
export function BranchMap({ questions, branches }: Props) {
  const { t } = useLingui();
  const lines = branchesOf(questions, { answered: t`answered`, notAnswered: t`not answered` });
  const width = (Math.max(0, ...lines.map((line) => line.lane + 1)) + 1) * laneWidth;
  const fewest = branches?.fewest ?? null;
  const most = branches?.most ?? null;
  const never = new Set(branches?.neverAsked);
  return (
    <Panel
      title={t`Ways through the quiz`}
      description={
        fewest !== null && most !== null ? (
          <Trans>
            A visitor is asked {fewest} to {most} questions. Every way ends, because answers only skip what
            comes later.
          </Trans>
        ) : (
          <Trans>Save the draft to see how many questions a visitor is asked.</Trans>
        )
      }
    >
      <div className="flex overflow-x-auto">
        <ol className="min-w-0 grow">
          {questions.map((question, place) => (
            <li
              key={question.id}
              style={{ height: rowHeight }}
              className="flex flex-col justify-center border-l-2 border-pine pl-3"
            >
              <span className="truncate text-sm">{question.text || t`Unwritten question`}</span>
              {never.has(question.id) && (
                <strong className="text-xs text-danger">
                  <Trans>No one gets here</Trans>
                </strong>
              )}
              {lines.some((line) => line.to === place) && (
                <span className="truncate text-xs text-muted">
                  {lines
                    .filter((line) => line.to === place)
                    .map((line) => t`skipped after: ${{ answers: line.answers.join(", ") }}`)
                    .join("; ")}
                </span>
              )}
            </li>
          ))}
        </ol>
        {lines.length > 0 && (
          <svg
            aria-hidden
            width={width}
            height={questions.length * rowHeight}
            className="shrink-0 text-accent"
            fill="none"
            stroke="currentColor"
          >
            {lines.map((line) => {
              const x = (line.lane + 1) * laneWidth;
              const from = (line.from + 0.5) * rowHeight;
              const to = (line.to + 0.5) * rowHeight;
              return (
                <g key={`${line.from}-${line.to}-${line.answers.join()}`}>
                  <title>{line.answers.join(", ")}</title>
                  <path
                    d={`M0 ${from} H${x - 6} Q${x} ${from} ${x} ${from + 6} V${to - 6} Q${x} ${to} ${x - 6} ${to} H6`}
                  />
                  <path d={`M10 ${to - 4} L4 ${to} L10 ${to + 4}`} />
                </g>
              );
            })}
          </svg>
        )}
      </div>
    </Panel>
  );
}
