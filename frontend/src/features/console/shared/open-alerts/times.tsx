import { plural } from "@lingui/core/macro";

/** How often an alert fired, where that was more than once. */
export function Times({ times }: { times: number }) {
  if (times < 2) return null;
  return (
    <span className="text-slate">{plural(times, { one: "Fired # time.", other: "Fired # times." })}</span>
  );
}
