import { useEffect, useState } from "react";
import { silentMilliseconds } from "./rules/freshness";

/** Whether nothing has come for too long, though no poll has said so: a sleeping computer, a dead network. */
export function useSilence(checkedAt: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return checkedAt > 0 && now - checkedAt > silentMilliseconds;
}
