import { clsx } from "clsx";
import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { useSyncExternalStore } from "react";

export interface ToastMessage {
  title: string;
  description?: string;
  kind?: "success" | "destructive";
}

const shownMilliseconds = 5000;
let current: (ToastMessage & { id: number }) | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message for five seconds. One at a time: a new one takes the place of the last. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  set({ ...message, id: lastId });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toaster() {
  const message = useSyncExternalStore(subscribe, () => current);
  return (
    <Toast.Provider duration={shownMilliseconds} swipeDirection="right">
      {message && (
        <Toast.Root
          key={message.id}
          onOpenChange={(open) => !open && set(null)}
          type={message.kind === "destructive" ? "foreground" : "background"}
          className={clsx(
            "flex items-start gap-3 rounded-2xl p-4 shadow-card data-[state=open]:animate-slide-in",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
            message.kind === "destructive" ? "bg-danger text-on-danger" : "bg-pine text-on-pine",
          )}
        >
          <div className="grow">
            <Toast.Title className="font-semibold">{message.title}</Toast.Title>
            {message.description && (
              <Toast.Description className="mt-0.5 text-sm">{message.description}</Toast.Description>
            )}
          </div>
          <Toast.Close aria-label="Close" className="-m-2 grid size-11 place-items-center rounded-xl">
            <X aria-hidden size={20} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96" />
    </Toast.Provider>
  );
}
