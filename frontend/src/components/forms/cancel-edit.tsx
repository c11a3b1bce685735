import { Trans } from "@lingui/react/macro";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { useUnsavedFields } from "@/components/ui/use-unsaved-fields";
import { useLeave } from "./unsaved-work";
import { finishForm } from "./use-submit";

interface Props extends Pick<ComponentProps<typeof Button>, "look" | "className" | "disabled"> {
  onCancel: () => void;
}

/** Cancels the form around it, which is a part of a page or of a dialog. Asks before unsaved input is lost. */
export function CancelEdit({ onCancel, look = "quiet", ...rest }: Props) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const form = button?.form ?? null;
  const unsaved = useUnsavedFields(form);
  const { confirmLeave, question } = useLeave();
  function discard() {
    finishForm(form);
    onCancel();
  }
  return (
    <>
      <Button
        access="read"
        look={look}
        {...rest}
        ref={setButton}
        onClick={() => (unsaved.hasUnsaved() ? confirmLeave(discard) : discard())}
      >
        <Trans>Cancel</Trans>
      </Button>
      {question}
    </>
  );
}
