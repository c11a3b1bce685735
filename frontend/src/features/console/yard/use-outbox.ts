import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { keepSending, type Outbox, onOutbox, type WaitingRecord } from "./store/outbox";

/** The outbox, sent whenever the network allows while mounted. */
export function useOutbox(): Outbox {
  const [outbox, setOutbox] = useState<Outbox>({ records: [], pictures: 0 });
  useEffect(() => onOutbox(setOutbox), []);
  useEffect(() => keepSending(), []);
  return outbox;
}

/**
 * Queued records, and those just sent until `refresh` has reloaded the day: a car that was handed over must not be
 * offered again in the meantime.
 */
export function useUnsettled(refresh: () => Promise<unknown>): readonly WaitingRecord[] {
  const { records } = useOutbox();
  const before = useRef(records);
  const [left, setLeft] = useState<readonly WaitingRecord[]>([]);
  // Before the browser paints without them.
  useLayoutEffect(() => {
    const gone = before.current.filter((each) => !records.some(({ body }) => body.id === each.body.id));
    before.current = records;
    if (gone.length === 0) return;
    setLeft(gone);
    void refresh().finally(() => setLeft([]));
  }, [records, refresh]);
  return [...records, ...left];
}

/** Whether the phone reports a network connection. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("online", changed);
      window.addEventListener("offline", changed);
      return () => {
        window.removeEventListener("online", changed);
        window.removeEventListener("offline", changed);
      };
    },
    () => navigator.onLine,
  );
}
