import { useEffect, useState, useSyncExternalStore } from "react";
import { keepSending, type Outbox, onOutbox } from "./store/outbox";

/** What waits to be sent, as long as somebody looks; it is sent whenever the network allows. */
export function useOutbox(): Outbox {
  const [outbox, setOutbox] = useState<Outbox>({ records: [], pictures: 0 });
  useEffect(() => onOutbox(setOutbox), []);
  useEffect(() => keepSending(), []);
  return outbox;
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
