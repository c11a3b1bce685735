import { Trans } from "@lingui/react/macro";
import { Users } from "lucide-react";
import { siteConfig } from "@/lib/site-config";
import { seatAdvice } from "./seats";

interface Props {
  carType: string;
  groupSize: string;
  onChoose: (carType: string) => void;
}

/** A word to a group that its car does not seat, with the car that would. Never a refusal. */
export function SeatNote({ carType, groupSize, onChoose }: Props) {
  const advice = seatAdvice(siteConfig().cars, carType, groupSize);
  if (!advice) return null;
  const { bigger } = advice;
  const name = bigger?.name;
  return (
    <div role="status" className="mt-2 flex gap-3 rounded-xl bg-sky p-4 text-sm text-ink">
      <Users aria-hidden size={20} className="shrink-0 text-pine" />
      <div>
        <p>{advice.text}</p>
        {bigger && (
          <button
            type="button"
            onClick={() => onChoose(bigger.name)}
            className="-mb-2 min-h-11 font-semibold text-pine underline underline-offset-4"
          >
            <Trans>Choose {name}</Trans>
          </button>
        )}
      </div>
    </div>
  );
}
