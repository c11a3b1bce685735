import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber, formatRate } from "@/lib/format";
import { DrillDown } from "../components/view-context";
import { spanOf } from "../journey/rules";
import type { Bar as SessionsBar } from "../rules/bars";
import { shareOf } from "../rules/change";
import type { View } from "../rules/view";
import { StepSelect } from "./step-select";
import { minSteps, type OwnStep } from "./steps";

interface Props {
  view: View;
  step: string;
  place: number;
  steps: readonly string[];
  /** Undefined while it is being counted. */
  figures: OwnStep | undefined;
  /** The visits that reached the first step. */
  first: number;
  nameOf: (step: string) => string;
  inOrder: boolean;
  onChange: (step: string) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One step of the funnel: what it is, its bar with its figures, and its place. */
export function StepRow({ figures, first, onMove, onRemove, ...rest }: Props) {
  const { t } = useLingui();
  const { place, steps, nameOf, step, inOrder } = rest;
  const name = nameOf(step);
  const behind = (lost: boolean): SessionsBar => ({
    kind: "all",
    title: lost ? t`Lost before: ${{ name }}` : t`Reached: ${{ name }}`,
    funnel: { step: [...steps], inOrder, at: place, lost },
  });
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-3 lg:grid-cols-[auto_minmax(0,17rem)_minmax(0,1fr)_auto]">
      <span aria-hidden className="tabular w-5 text-sm font-semibold text-slate">
        {place + 1}
      </span>
      <StepSelect {...rest} />
      <div className="col-span-3 col-start-1 row-start-2 lg:col-span-1 lg:col-start-3 lg:row-start-1">
        {figures ? (
          <Figures figures={figures} first={first} isFirst={place === 0} behind={behind} />
        ) : (
          <Bar share={0} />
        )}
      </div>
      <div className="flex">
        <IconButton name={t`Move up: ${{ name }}`} isOff={place === 0} onPress={() => onMove(place - 1)}>
          <ArrowUp aria-hidden size={18} />
        </IconButton>
        <IconButton
          name={t`Move down: ${{ name }}`}
          isOff={place === steps.length - 1}
          onPress={() => onMove(place + 1)}
        >
          <ArrowDown aria-hidden size={18} />
        </IconButton>
        <IconButton name={t`Remove: ${{ name }}`} isOff={steps.length <= minSteps} onPress={onRemove}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
    </li>
  );
}

interface FiguresProps {
  figures: OwnStep;
  first: number;
  isFirst: boolean;
  /** The sessions of visits that reached the step, or were lost before it. */
  behind: (lost: boolean) => SessionsBar;
}

function Figures({ figures, first, isFirst, behind }: FiguresProps) {
  const { t } = useLingui();
  const { visits, lost, medianSeconds } = figures;
  const before = visits + lost;
  const interval = (low: number, high: number) => `${formatRate(low)} – ${formatRate(high)}`;
  const details: ReactNode[] = [];
  if (!isFirst && before > 0) {
    const share = shareOf(figures.shareOfBefore, before);
    const likely = interval(figures.lowOfBefore, figures.highOfBefore);
    details.push(t`${{ share }} of the step before (likely ${{ likely }})`);
    const text = t`${{ count: formatNumber(lost) }} lost`;
    details.push(lost > 0 ? <DrillDown bar={behind(true)}>{text}</DrillDown> : text);
    if (medianSeconds !== null) details.push(<Median seconds={medianSeconds} />);
  }
  return (
    <>
      <Bar share={figures.share} />
      <p className="tabular mt-1 flex flex-wrap gap-x-3 text-xs text-slate">
        <span className="font-bold text-ink">
          {visits > 0 ? (
            <DrillDown bar={behind(false)}>
              <Plural value={visits} one="# visit" other="# visits" />
            </DrillDown>
          ) : (
            <Plural value={visits} one="# visit" other="# visits" />
          )}
        </span>
        {!isFirst && first > 0 && (
          <span title={t`Likely ${{ likely: interval(figures.low, figures.high) }}`}>
            {t`${{ share: formatRate(figures.share) }} of the first step`}
          </span>
        )}
        {details.map((detail, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
          <span key={at}>{detail}</span>
        ))}
      </p>
    </>
  );
}

function Bar({ share }: { share: number }) {
  return (
    <div aria-hidden className="h-5 rounded-sm bg-stone">
      <div className="h-full rounded-sm bg-pine" style={{ width: `${share}%` }} />
    </div>
  );
}

function Median({ seconds }: { seconds: number }) {
  const { t } = useLingui();
  const { value, unit } = spanOf(seconds);
  const count = formatNumber(value);
  const span =
    unit === "second" ? t`${{ count }} s` : unit === "minute" ? t`${{ count }} min` : t`${{ count }} h`;
  return <Trans>after {span} (median)</Trans>;
}

interface IconButtonProps {
  name: string;
  isOff: boolean;
  onPress: () => void;
  children: ReactNode;
}

function IconButton({ name, isOff, onPress, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      disabled={isOff}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-xl text-slate hover:bg-stone hover:text-ink disabled:invisible"
    >
      {children}
    </button>
  );
}
