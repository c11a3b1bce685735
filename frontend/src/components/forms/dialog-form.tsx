import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ComponentProps, MouseEvent } from "react";
import type { Access } from "@/components/ui/button";
import { Button } from "@/components/ui/button";
import { CancelButton, Dialog } from "@/components/ui/dialog";
import { FormProblem } from "@/components/ui/form-problem";
import type { useSubmit } from "./use-submit";

interface Props extends ComponentProps<typeof Dialog> {
  submit: ReturnType<typeof useSubmit>;
  /** The label of the action's button. */
  confirm: string;
  /** The label of the other button; needed where "Cancel" could be mistaken for the action. */
  dismiss?: string;
  look?: ComponentProps<typeof Button>["look"];
  /** What the action changes; see `Button`. */
  access?: Access;
  /** Disables the action while required input is missing. */
  isBlocked?: boolean;
  className?: string;
}

/** A form in a dialog, which stays open while it is submitting and after an error. */
export function DialogForm(props: Props) {
  const {
    submit,
    confirm,
    dismiss,
    look,
    access = "write",
    isBlocked = false,
    className,
    children,
    ...dialog
  } = props;
  const { t } = useLingui();
  const { onSubmit, problem, isPending } = submit;
  return (
    <Dialog {...dialog} isBusy={isPending}>
      <form noValidate onSubmit={onSubmit} className={clsx("grid gap-4", className)}>
        {children}
        <FormProblem text={problem} />
        <div className="col-span-full flex flex-wrap justify-end gap-2">
          <CancelButton disabled={isPending}>{dismiss}</CancelButton>
          <Button
            type="submit"
            access={access}
            {...(look && { look })}
            disabled={isPending || isBlocked}
            onClick={ignoreDoubleClick}
          >
            {isPending ? t`Saving…` : confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Ignores the second click of a double click that opened the dialog. */
function ignoreDoubleClick(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault();
}
