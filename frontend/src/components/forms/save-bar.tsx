import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { Access } from "@/components/ui/button";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { ConflictDialog, type ConflictProps } from "./conflict-dialog";
import { labelOf } from "./fields";
import type { VersionedForm } from "./use-versioned-form";

interface Props<T extends FieldValues> {
  form: VersionedForm<T>;
  /** The button's label. */
  label?: string;
  /** Invalid input that is shown while typing: saving is disabled. */
  isWrong?: boolean;
  /** What saving changes; a draft or, by default, what counts. */
  access?: Access;
  /** Shown beside the buttons. */
  children?: ReactNode;
  show?: ConflictProps["show"];
  /** The name of a field whose label on this page differs. */
  nameOf?: (path: string) => string;
}

/** The end of a form: the save button and problems, visible while there are unsaved changes. */
export function SaveBar<T extends FieldValues>({
  form,
  label,
  isWrong = false,
  access = "write",
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
      <Button access={access} type="submit" disabled={!isDirty || isSaving || isWrong}>
        {isSaving ? t`Saving…` : (label ?? t`Save`)}
      </Button>
      {isDirty && (
        <Button access="read" look="quiet" disabled={isSaving} onClick={form.reset}>
          <Trans>Discard changes</Trans>
        </Button>
      )}
      {children}
      <FormMessages form={form} {...rest} />
    </div>
  );
}

/** The result of saving: problems, and conflicts with another user. */
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
