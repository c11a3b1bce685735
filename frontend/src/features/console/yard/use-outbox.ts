import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { keepSending, type Outbox, onOutbox, type WaitingRecord } from "./store/outbox";

/** What waits to be sent, as long as someone looks; it is sent whenever the network allows. */
export function useOutbox(): Outbox {
  const [outbox, setOutbox] = useState<Outbox>({ records: [], pictures: 0 });
  useEffect(() => onOutbox(setOutbox), []);
  useEffect(() => keepSending(), []);
  return outbox;
}

/**
 * Records that wait, and those that have just left while `refresh` asks for the day again: a car that was handed over
 * must not be offered again in the meantime.
 */
export function useUnsettled(refresh: () => Promise<unknown>): readonly WaitingRecord[] {
  const { records } = useOutbox();
  const before = useRef(records);
  const [left, setLeft] = useState<readonly WaitingRecord[]>([]);
  // Before the browser draws it without them.
  useLayoutEffect(() => {
    const gone = before.current.filter((each) => !records.some(({ body }) => body.id === each.body.id));
    before.current = records;
    if (gone.length === 0) return;
    setLeft(gone);
    void refresh().finally(() => setLeft([]));
  }, [records, refresh]);
  return [...records, ...left];
}

/** Whether the phone believes that it has a network. */
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
