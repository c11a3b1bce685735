import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { useFocusReturn } from "./use-focus-return";

interface Props {
  title: string;
  description?: ReactNode;
  onClose: () => void;
  /** For longer texts. */
  isWide?: boolean;
  /** For a grid of pictures. */
  isLarge?: boolean;
  children: ReactNode;
}

/** A form or some details over the page. Fills a phone's width, keeps the page behind in place. */
export function Dialog({ title, description, onClose, isWide = false, isLarge = false, children }: Props) {
  const { t } = useLingui();
  const returnFocus = useFocusReturn();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeByEscape(onClose)}
          className={clsx(
            "fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[92dvh] -translate-y-1/2 overflow-y-auto rounded-3xl bg-panel p-6 text-ink shadow-card",
            isLarge ? "max-w-5xl" : isWide ? "max-w-xl" : "max-w-md",
          )}
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="text-lg font-bold">{title}</Radix.Title>
            <Radix.Close
              aria-label={t`Close`}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
            >
              <X aria-hidden size={20} />
            </Radix.Close>
          </div>
          {description && (
            <Radix.Description className="mt-1 text-sm text-slate">{description}</Radix.Description>
          )}
          <div className="mt-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * Closes a dialog that has the focus. Radix gives Escape to what was opened last: while a message was shown at the edge
 * of the screen, the message alone was closed.
 */
export function closeByEscape(onClose: () => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    // Events of layers above the dialog bubble here too, but are not inside it.
    const isInside = target instanceof Node && event.currentTarget.contains(target);
    // Radix prevents the default of what it has closed something by.
    if (event.key === "Escape" && isInside && !event.defaultPrevented) onClose();
  };
}
