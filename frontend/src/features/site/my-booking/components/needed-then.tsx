import { Trans, useLingui } from "@lingui/react/macro";
import { Button, buttonClass } from "@/components/ui/button";
import { formatShortMoment } from "@/lib/format";
import { chatUrl } from "@/lib/site-config";
import type { OwnRental } from "../api";
import { returnAt } from "../rules/rental";

interface Props {
  reference: string;
  /** Until when the car could be kept; null where it cannot. */
  latest: string | null;
  onKeep: (moment: Pick<OwnRental, "returnDate" | "returnTime">) => void;
}

/** Someone else has the car at the asked time: the last moment before, or a chat. */
export function NeededThen({ reference, latest, onKeep }: Props) {
  const { t } = useLingui();
  const chat = chatUrl(`${t`Booking reference: ${reference}`}\n`);
  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <p role="alert" className="font-semibold text-danger">
        {latest
          ? t`The car is needed then. You can keep it until ${{ moment: formatShortMoment(latest) }}.`
          : t`The car is booked for that time. Message us and we'll find a solution.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {latest && (
          <Button look="quiet" onClick={() => onKeep(returnAt(latest))}>
            <Trans>Return it then</Trans>
          </Button>
        )}
        {chat && (
          <a className={buttonClass("quiet")} href={chat} target="_blank" rel="noreferrer">
            <Trans>Chat about this booking</Trans>
          </a>
        )}
      </div>
    </div>
  );
}
