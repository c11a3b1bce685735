import { type PointerEvent, useRef, useState } from "react";

type Stroke = number[][];

/** The texts are those of the page, so that no other page loads them. */
interface Props {
  label: string;
  fieldLabel: string;
  clearLabel: string;
  strokes: Stroke[];
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (strokes: Stroke[]) => void;
}

/** The server's limit; a signature has a few hundred points. */
const maxPoints = 5500;
/** Thousandths of the field: closer ones look the same. */
const nearest = 4;

/** Signed with a finger: strokes in thousandths of the field. */
export function SignaturePad({ label, fieldLabel, clearLabel, strokes, hint, error, onChange }: Props) {
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  const stroke = useRef<Stroke>([]);
  const points = strokes.reduce((sum, each) => sum + each.length, 0);

  function point(event: PointerEvent<SVGSVGElement>): number[] {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (part: number, whole: number) =>
      Math.min(1000, Math.max(0, Math.round((part / whole) * 1000)));
    return [share(event.clientX - box.left, box.width), share(event.clientY - box.top, box.height)];
  }
  function start(event: PointerEvent<SVGSVGElement>) {
    if (points >= maxPoints) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    stroke.current = [point(event)];
    setDrawn(stroke.current);
  }
  function move(event: PointerEvent<SVGSVGElement>) {
    if (!drawn) return;
    const [x = 0, y = 0] = point(event);
    const [lastX = 0, lastY = 0] = stroke.current.at(-1) ?? [];
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < nearest) return;
    if (points + stroke.current.length >= maxPoints) return;
    stroke.current = [...stroke.current, [x, y]];
    setDrawn(stroke.current);
  }
  function end() {
    if (!drawn) return;
    setDrawn(null);
    onChange([...strokes, stroke.current]);
  }

  const shown = drawn ? [...strokes, drawn] : strokes;
  return (
    <div>
      <div className="flex items-end justify-between">
        <p className="text-sm font-semibold text-slate">{label}</p>
        {strokes.length > 0 && (
          <button
            type="button"
            className="min-h-11 px-2 text-sm font-semibold underline underline-offset-4"
            onClick={() => onChange([])}
          >
            {clearLabel}
          </button>
        )}
      </div>
      <svg
        viewBox="0 0 1000 400"
        role="img"
        aria-label={fieldLabel}
        className="mt-1 block w-full touch-none rounded-2xl border-2 border-edge bg-white"
        fill="none"
        stroke="#111827"
        strokeWidth={7}
        strokeLinecap="round"
        strokeLinejoin="round"
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line x1={60} x2={940} y1={330} y2={330} stroke="#cbd5e1" strokeWidth={3} />
        {shown.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes never change their order
          <path key={index} d={pathOf(each)} />
        ))}
      </svg>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      ) : (
        hint && <p className="mt-1.5 text-sm text-muted">{hint}</p>
      )}
    </div>
  );
}

/** A stroke as an SVG path; a dot is a line of no length. */
export function pathOf(stroke: readonly (readonly number[])[]): string {
  const points = stroke.map(([x = 0, y = 0]) => `${x} ${(y * 400) / 1000}`);
  return points.length === 1 ? `M${points[0]}L${points[0]}` : `M${points.join("L")}`;
}
