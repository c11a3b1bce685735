import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { type Leaves, useLeave } from "@/components/forms/unsaved-work";
import { Button } from "./button";
import { closeByEscape } from "./confirm-dialog";
import { useFocusReturn } from "./use-focus-return";
import { useUnsavedFields } from "./use-unsaved-fields";

interface Props {
  title: string;
  description?: ReactNode;
  /** Called when it closes; after unsaved input, once that was confirmed. */
  onClose: () => void;
  /** Unsaved changes that were not made in a field. */
  isChanged?: boolean;
  /** Which navigation closes it; by default Back and one to another path. */
  leaves?: Leaves;
  /** Prevents closing, as a form does while it is sent. */
  isBusy?: boolean;
  /** For longer texts. */
  isWide?: boolean;
  /** For a grid of pictures. */
  isLarge?: boolean;
  children: ReactNode;
}

/**
 * A form or some details over the page. Fills a phone's width, keeps the page behind in place. Asks before it is
 * closed with unsaved input; `data-transient` marks fields without any.
 */
export function Dialog(props: Props) {
  const { title, description, onClose, isChanged = false, leaves, isBusy = false, children } = props;
  const { isWide = false, isLarge = false } = props;
  const { t } = useLingui();
  const returnFocus = useFocusReturn();
  const [content, setContent] = useState<HTMLElement | null>(null);
  const unsaved = useUnsavedFields(content, { isChanged, leaves });
  const { confirmLeave, question } = useLeave();
  function close() {
    if (isBusy || unsaved.isSending()) return;
    if (!unsaved.hasUnsaved()) return onClose();
    // From there the focus goes to the question, and back.
    unsaved.focusLast();
    confirmLeave(onClose);
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && close()}>
      {question}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          ref={setContent}
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeByEscape(close)}
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

/** A button that closes the dialog around it, in the same way as Escape. */
export function CancelButton({ children, disabled }: { children?: ReactNode; disabled?: boolean }) {
  return (
    <Radix.Close asChild>
      <Button access="read" look="quiet" disabled={disabled}>
        {children ?? <Trans>Cancel</Trans>}
      </Button>
    </Radix.Close>
  );
}
