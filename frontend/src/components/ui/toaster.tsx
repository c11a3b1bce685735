import { lazy, Suspense } from "react";
import { useToast } from "./toast";

const load = () => import("./toast-area");
const Lazy = lazy(() => load().then((module) => ({ default: module.ToastArea })));

/** Fetches the code of messages ahead, so that one can be shown even when the line is down by then. */
export function prepareToasts(): void {
  load().catch(() => undefined);
}

/** Where messages appear. Its code is only loaded with the first message. */
export function Toaster() {
  const { message, hasShown } = useToast();
  // The area stays once it was there: screen readers announce what changes in it.
  if (!hasShown) return null;
  return (
    <Suspense>
      <Lazy message={message} />
    </Suspense>
  );
}
