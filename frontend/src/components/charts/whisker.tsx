interface Props {
  /** All in percent. */
  rate: number;
  low: number;
  high: number;
  average: number;
  /** The right edge of the picture. */
  end: number;
}

/** A conversion rate as a dot, its 95 % interval as a line with caps, the quiz's average as a dashed line. */
export function Whisker({ rate, low, high, average, end }: Props) {
  const at = (value: number) => `${(Math.min(value, end) / end) * 100}%`;
  return (
    <div aria-hidden className="relative h-5">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
      <span
        className="absolute inset-y-0 border-l border-dashed border-slate"
        style={{ left: at(average) }}
      />
      <span
        className="absolute top-1/2 h-1 -translate-y-1/2 bg-ridge"
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
      />
      <span className="absolute top-1/2 h-2.5 w-0.5 -translate-y-1/2 bg-pine" style={{ left: at(low) }} />
      {high <= end && (
        <span
          className="absolute top-1/2 h-2.5 w-0.5 -translate-x-full -translate-y-1/2 bg-pine"
          style={{ left: at(high) }}
        />
      )}
      {rate <= end && (
        <span
          className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-panel bg-pine"
          style={{ left: at(rate) }}
        />
      )}
    </div>
  );
}
