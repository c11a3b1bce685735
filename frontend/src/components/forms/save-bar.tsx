import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { ConflictDialog, type ConflictProps } from "./conflict-dialog";
import { labelOf } from "./fields";
import type { VersionedForm } from "./use-versioned-form";

interface Props<T extends FieldValues> {
  form: VersionedForm<T>;
  /** What the button says. */
  label?: string;
  /** Something is wrong that shows while one types: it cannot be saved. */
  isWrong?: boolean;
  /** Beside the buttons. */
  children?: ReactNode;
  show?: ConflictProps["show"];
  /** What a field is called, where its label on this page is not it. */
  nameOf?: (path: string) => string;
}

/** The end of a form: saves it, says what is wrong, and stays in sight while something is not saved. */
export function SaveBar<T extends FieldValues>({
  form,
  label,
  isWrong = false,
  children,
  ...rest
}: Props<T>) {
  const { t } = useLingui();
  const { isDirty, isSaving } = form;
  return (
    <div
      className={clsx(
        "flex flex-wrap items-center gap-x-4 gap-y-2",
        isDirty && "sticky bottom-3 z-30 rounded-card border border-accent bg-panel p-3 shadow-card",
      )}
    >
      <Button type="submit" disabled={!isDirty || isSaving || isWrong}>
        {isSaving ? t`Saving…` : (label ?? t`Save`)}
      </Button>
      {isDirty && (
        <Button look="quiet" disabled={isSaving} onClick={form.reset}>
          <Trans>Discard changes</Trans>
        </Button>
      )}
      {children}
      <FormMessages form={form} {...rest} />
    </div>
  );
}

/** What became of saving: what is wrong, and what someone else saved first. */
export function FormMessages<T extends FieldValues>({
  form,
  show,
  nameOf,
}: Pick<Props<T>, "form" | "show" | "nameOf">) {
  return (
    <>
      {form.hasErrors && (
        <p role="alert" className="text-sm font-medium text-danger">
          <Trans>Please check the marked fields.</Trans>
        </p>
      )}
      <FormProblem text={form.problem} />
      <ConflictDialog
        conflict={form.conflict}
        resolve={form.resolve}
        takeTheirs={form.takeTheirs}
        dismiss={form.dismiss}
        labelOf={(path) => nameOf?.(path) ?? labelOf(form.control, path)}
        show={show}
      />
    </>
  );
}
