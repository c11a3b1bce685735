import { type ComponentType, lazy, Suspense } from "react";
import { type ShownToast, useToast } from "./toast";

const load = () => import("./toast-area");
const Lazy = lazy<ComponentType<{ message: ShownToast | null }>>(() =>
  load()
    .then((module) => ({ default: module.ToastArea }))
    // A message that cannot be shown must not take the page with it.
    .catch(() => ({ default: () => null })),
);

/** Fetches the code of messages ahead, so that one can be shown offline, too. */
export async function prepareToasts(): Promise<void> {
  await load().catch(() => undefined);
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
