import { Trans } from "@lingui/react/macro";
import { AlertDialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Access } from "./button";
import { Button, buttonClass } from "./button";
import { useFocusReturn } from "./use-focus-return";

interface Props {
  title: string;
  description: ReactNode;
  /** The confirm button's label: the action itself, not OK. */
  confirm: string;
  /** The label of the other button; needed where "Cancel" could be mistaken for the action. */
  dismiss?: string;
  /** The dialog stays open until this settles; a rejection closes it, and the caller shows it. */
  onConfirm: () => Promise<unknown>;
  /** What confirming changes; see `Button`. */
  access?: Access;
  onClose: () => void;
}

/** Confirms an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { title, description, confirm, dismiss, onConfirm, access = "write", onClose } = props;
  const [busy, setBusy] = useState(false);
  const returnFocus = useFocusReturn();

  async function run() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      onClose();
    }
  }

  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay
          className="fixed inset-0 z-50 bg-black/50"
          // A press beside it leaves the focus where it is.
          onMouseDown={(event) => event.preventDefault()}
        />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          onKeyDown={closeByEscape(() => !busy && onClose())}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto max-w-md -translate-y-1/2 rounded-3xl bg-panel p-6 text-ink shadow-card"
        >
          <AlertDialog.Title className="text-lg font-bold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-slate">{description}</AlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass("quiet")} disabled={busy}>
              {dismiss ?? <Trans>Cancel</Trans>}
            </AlertDialog.Cancel>
            <Button access={access} look="danger" disabled={busy} onClick={run}>
              {confirm}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
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
