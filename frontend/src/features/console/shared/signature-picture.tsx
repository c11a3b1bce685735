import { useLingui } from "@lingui/react/macro";
import { pathOf } from "@/components/signature/signature-pad";

type Strokes = readonly (readonly (readonly number[])[])[];

/** What was signed, drawn from its strokes; points are thousandths of a field that is two and a half times as wide as high. */
export function SignaturePicture({ strokes }: { strokes: Strokes }) {
  const { t } = useLingui();
  return (
    <svg
      viewBox="0 0 1000 400"
      role="img"
      aria-label={t`Signature`}
      className="block w-full max-w-64 rounded-xl border border-line bg-white"
      fill="none"
      stroke="#111827"
      strokeWidth={8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes.map((stroke, index) => (
        // Strokes never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name
        <path key={index} d={pathOf(stroke)} />
      ))}
    </svg>
  );
}
