import { Trans } from "@lingui/react/macro";
import { Clock, Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { formatTime } from "@/lib/format";
import type { Hold } from "../use-hold";

/** The hold on the car in the last step: until when it lasts, or the car's availability. */
export function HoldNote({ hold, car }: { hold: Hold; car: string }) {
  if (hold.state === "none" || hold.state === "booked") return null;
  const isHeld = hold.state === "held";
  const Icon = isHeld ? Clock : Hourglass;
  return (
    <div
      role="status"
      data-hold={hold.state}
      className="flex min-h-12 items-start gap-3 rounded-xl bg-sky p-3 text-sm text-ink"
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-pine" />
      <div className="min-w-0">
        <p className="mt-px">{wordsOf(hold, car)}</p>
        {hold.state === "over" && (
          <button
            type="button"
            onClick={hold.again}
            className="-mb-2 min-h-11 font-semibold text-pine underline underline-offset-4"
          >
            <Trans>Hold again</Trans>
          </button>
        )}
      </div>
    </div>
  );
}

function wordsOf({ state, until }: Hold, car: string): ReactNode {
  switch (state) {
    case "asking":
      return <Trans>Checking whether the {car} is free for your dates…</Trans>;
    case "held": {
      const time = until === null ? "" : formatTime(new Date(until).toISOString(), visitorsZone());
      return (
        <Trans comment="A time of the day, such as 14:32">
          The {car} is <strong>held for you until {time} (your time)</strong>, and longer while you are busy
          here.
        </Trans>
      );
    }
    case "over":
      return (
        <Trans>
          Your hold on the {car} has expired, so others can book it. Everything you entered is saved. Confirm
          soon to get it.
        </Trans>
      );
    case "free":
      return <Trans>The {car} is free for your dates.</Trans>;
    case "sought":
      return <Trans>Someone else is booking the last {car} for your dates. Confirm soon to get it.</Trans>;
    default:
      return <Trans>Couldn't check availability of the {car}. We check again when you confirm.</Trans>;
  }
}

/** The hold ends by the visitor's clock, not by that of the pickup location. */
function visitorsZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
