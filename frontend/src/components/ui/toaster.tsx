import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { type ShownToast, useToast } from "./toast";

const load = () => import("./toast-area");
const Lazy = lazy<ComponentType<{ message: ShownToast | null }>>(() =>
  load()
    .then((module) => ({ default: module.ToastArea }))
    // A failure to show messages must not break the page.
    .catch(() => ({ default: () => null })),
);

/** Prefetches the code of messages, so that they can be shown offline, too. */
export async function prepareToasts(): Promise<void> {
  await load().catch(() => undefined);
}

/** For frames of pages on which things are changed: a failure has to show when the network is gone. */
export function usePreparedToasts(): void {
  useEffect(() => {
    void prepareToasts();
  }, []);
}

/** The message area. Its code is only loaded with the first message. */
export function Toaster() {
  const { message, hasShown } = useToast();
  // The area stays mounted: screen readers only announce changes in an existing area.
  if (!hasShown) return null;
  return (
    <Suspense>
      <Lazy message={message} />
    </Suspense>
  );
}
