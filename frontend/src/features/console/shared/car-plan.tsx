import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { MouseEvent } from "react";
// Within the code: the form must have it without a network.
import sedan from "./car-plan.svg?inline";
import suv from "./car-plan-suv.svg?inline";
import type { Body, DamageKind } from "./handover";

const plans: Record<Body, string> = { sedan, suv };

interface Mark {
  id: string;
  kind: DamageKind;
  x: number;
  y: number;
  isNew: boolean;
}

interface Props {
  body: Body;
  marks: readonly Mark[];
  /** A tap on the drawing; thousandths of its width and height. */
  onPlace?: (x: number, y: number) => void;
  /** A tap on a mark. */
  onMark?: (id: string) => void;
}

/** The car from all sides with its damages, numbered in the order in which they are given. */
export function CarPlan({ body, marks, onPlace, onMark }: Props) {
  const { t } = useLingui();
  function place(event: MouseEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (part: number, whole: number) =>
      Math.min(1000, Math.max(0, Math.round((part / whole) * 1000)));
    onPlace?.(share(event.clientX - box.left, box.width), share(event.clientY - box.top, box.height));
  }
  return (
    <div className="relative rounded-2xl bg-white p-0">
      <img
        src={plans[body]}
        alt={t`The car from all sides`}
        width={1000}
        height={700}
        className="block w-full"
      />
      {onPlace && (
        <button
          type="button"
          aria-label={t`Mark a damage here`}
          className="absolute inset-0 cursor-crosshair touch-manipulation rounded-2xl"
          onClick={place}
        />
      )}
      {marks.map((mark, index) => (
        <button
          key={mark.id}
          type="button"
          disabled={!onMark}
          aria-label={t`Damage ${{ number: index + 1 }}`}
          className={clsx(
            "absolute grid size-6 -translate-1/2 place-items-center rounded-full text-xs font-bold text-white ring-2 ring-white",
            mark.isNew ? "bg-[#c2410c]" : "bg-[#64748b]",
            onMark && "before:absolute before:-inset-2.5",
          )}
          style={{ left: `${mark.x / 10}%`, top: `${mark.y / 10}%` }}
          onClick={() => onMark?.(mark.id)}
        >
          {index + 1}
        </button>
      ))}
    </div>
  );
}
