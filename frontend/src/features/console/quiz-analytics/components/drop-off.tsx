import { memo, useState } from "react";
import type { components } from "@/api/schema.gen";
import { count, percent } from "../rules/change";
import { SectionHead, ViewSwitch } from "./panel";

type Step = components["schemas"]["FunnelStep"];

const seconds = (value: number | null) => {
  if (value === null) return "–";
  // Rounded it would read 0.0 s, as if nobody had needed any time.
  return value < 0.05 ? "< 0.1 s" : `${value.toFixed(1)} s`;
};
// A question that few saw is no place to look for what drives visitors away.
const leastShareOfFirst = 0.1;

/** Where visitors stop, question by question. Nothing moves on a poll. */
export const DropOff = memo(function DropOff({ steps }: { steps: Step[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-label="Where visitors stop" className="rounded-card border border-line bg-panel p-4 sm:p-5">
      <SectionHead
        title="Where visitors stop"
        description={
          <>
            Each bar is everyone who saw the question; its{" "}
            <span className="font-semibold text-accent-ink">end</span> are those who saw nothing after it and
            did not finish. Questions that earlier answers skip are counted only for who saw them.
          </>
        }
      >
        <ViewSwitch asTable={asTable} onChange={setAsTable} />
      </SectionHead>
      {asTable ? <StepTable steps={steps} /> : <StepBars steps={steps} />}
    </section>
  );
});

function StepBars({ steps }: { steps: Step[] }) {
  const most = Math.max(1, ...steps.map((step) => step.seen));
  const telling = steps.filter((step) => step.seen >= most * leastShareOfFirst && step.dropped >= 5);
  const worst = Math.max(0, ...telling.map((step) => step.dropRate));
  return (
    <ol className="mt-4 grid gap-x-4 gap-y-3 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_auto] lg:gap-y-1.5">
      {steps.map((step, index) => {
        const isWorst = worst > 0 && step.dropRate === worst;
        return (
          <li
            key={step.questionId}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 text-sm lg:col-span-3 lg:grid-cols-subgrid"
          >
            <p className="flex gap-2 leading-snug" title={step.questionText}>
              <span className="tabular w-5 shrink-0 text-right text-xs leading-5 text-muted">
                {index + 1}
              </span>
              <span className="min-w-0 lg:truncate">{step.questionText}</span>
            </p>
            <div className="order-last col-span-2 flex h-4 gap-0.5 lg:order-none lg:col-span-1">
              <span
                className="rounded-l-sm bg-pine"
                style={{ width: `${((step.seen - step.dropped) / most) * 100}%` }}
              />
              {step.dropped > 0 && (
                <span
                  className="min-w-0.5 rounded-r-sm bg-accent"
                  style={{ width: `${(step.dropped / most) * 100}%` }}
                />
              )}
            </div>
            <p className="tabular flex justify-end gap-3 text-right text-xs text-slate">
              <span className="hidden w-20 sm:inline">{count(step.seen)} saw it</span>
              <span className={isWorst ? "w-28 font-bold text-accent-ink" : "w-28"}>
                {percent(step.dropRate)} stopped
              </span>
              <span className="hidden w-28 sm:inline" title="Median time from seeing to answering">
                {step.medianSeconds === null ? "none answered" : `${seconds(step.medianSeconds)} to answer`}
              </span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}

function StepTable({ steps }: { steps: Step[] }) {
  const cell = "border-t border-line py-2 pl-3 text-right";
  const head = "py-1 pl-3 text-right font-normal";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="mt-3 overflow-x-auto" tabIndex={0} aria-label="Questions as a table">
      <table className="tabular w-full min-w-xl text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th className="py-1 text-left font-normal">Question</th>
            <th className={head}>Seen</th>
            <th className={head}>Answered</th>
            <th className={head}>Answer rate</th>
            <th className={head}>Stopped here</th>
            <th className={head}>Share</th>
            <th className={head}>Median time</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step.questionId}>
              <th scope="row" className="border-t border-line py-2 text-left font-medium">
                {step.questionText}
              </th>
              <td className={cell}>{count(step.seen)}</td>
              <td className={cell}>{count(step.answered)}</td>
              <td className={cell}>{percent(step.answerRate)}</td>
              <td className={cell}>{count(step.dropped)}</td>
              <td className={cell}>{percent(step.dropRate)}</td>
              <td className={cell}>{seconds(step.medianSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
