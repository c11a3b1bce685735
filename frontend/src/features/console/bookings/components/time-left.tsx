import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { timeLeft } from "@/lib/format";

const minuteMilliseconds = 60_000;

/** The time left until a booking is cancelled automatically. Nothing for others. */
export function TimeLeft({ until }: { until: string | null }) {
  const { t } = useLingui();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMilliseconds);
    return () => clearInterval(timer);
  }, []);
  if (!until) return null;
  const left = timeLeft(until, now);
  return (
    <span className="tabular text-xs text-balance text-muted">
      {left ? t`${left} left to confirm` : t`cancelling`}
    </span>
  );
}
