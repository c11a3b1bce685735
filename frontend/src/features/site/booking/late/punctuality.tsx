import { Plural, Trans } from "@lingui/react/macro";
import { usePrice } from "@/lib/currency";
import { siteConfig } from "@/lib/site-config";

/** What a delay and a late return cost. */
export function Punctuality() {
  const { minutes, hourPercent, ...amounts } = siteConfig().rental.punctuality;
  const fee = usePrice()(amounts.fee);
  return (
    <aside className="rounded-xl bg-sky p-4 text-sm text-ink sm:col-span-2">
      <p className="font-semibold">
        <Trans>Punctuality Policy</Trans>
      </p>
      {amounts.fee > 0 && (
        <p>
          <Plural
            value={minutes}
            one={`Delays over # minute incur a ${fee} charge.`}
            other={`Delays over # minutes incur a ${fee} charge.`}
          />
        </p>
      )}
      {hourPercent > 0 && (
        <p>
          <Plural
            value={minutes}
            one={`A return more than # minute late costs ${hourPercent}% of the daily rate for each started hour.`}
            other={`A return more than # minutes late costs ${hourPercent}% of the daily rate for each started hour.`}
          />
        </p>
      )}
    </aside>
  );
}
