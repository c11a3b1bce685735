import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { type ShownToast, setToast } from "./toast";

const shownMilliseconds = 5000;

/** One message at the edge of the screen, on phones away from the buttons below, closed by time, by its button, or by swiping. */
export function ToastArea({ message }: { message: ShownToast | null }) {
  const { t } = useLingui();
  // The toast area puts the key there.
  const hotkey = "{hotkey}";
  return (
    <Toast.Provider label={t`Notification`} duration={shownMilliseconds} swipeDirection="right">
      {message && (
        <Toast.Root
          key={message.id}
          onOpenChange={(open) => !open && setToast(null)}
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
          <Toast.Close aria-label={t`Close`} className="-m-2 grid size-11 place-items-center rounded-xl">
            <X aria-hidden size={20} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        label={t`Notifications (${hotkey})`}
        className="fixed inset-x-4 top-4 z-50 print:hidden sm:top-auto sm:bottom-4 sm:left-auto sm:w-96"
      />
    </Toast.Provider>
  );
}
