import { useEffect, useState } from "react";
import { silentMilliseconds } from "./rules/freshness";

/** Whether polls have been silent for too long, without an error: a sleeping computer, a dead network. */
export function useSilence(checkedAt: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return checkedAt > 0 && now - checkedAt > silentMilliseconds;
}
