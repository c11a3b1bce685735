import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { useChange } from "@/components/console/use-change";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { changeView, deleteView, type SavedView, savedViewsKey } from "./api";
import { ViewLinks } from "./view-links";

interface Props {
  view: SavedView;
  /** The page shows it now. */
  isShown: boolean;
}

const small = "min-h-9 px-2 text-sm";

/** A saved view: open it, rename it, share it, delete it. */
export function SavedViewItem({ view, isShown }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: savedViewsKey });
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [hasLinks, showLinks] = useState(false);
  const links = view.links.length;

  return (
    <li className="border-b border-line py-3">
      {isRenaming ? (
        <RenameForm view={view} onDone={() => setRenaming(false)} />
      ) : (
        <Link
          to={{ search: view.parameters }}
          aria-current={isShown || undefined}
          className="font-semibold break-words underline-offset-4 hover:underline"
        >
          {view.name}
        </Link>
      )}
      <p className="mt-0.5 text-xs text-muted">
        {view.isOwn ? t`Yours` : t`By ${{ name: view.createdBy }}`}
        {" · "}
        {view.isShared ? t`colleagues see it` : t`private`}
        {isShown && <> · {t`shown now`}</>}
      </p>
      <div className="mt-1 -ml-2 flex flex-wrap">
        {!isRenaming && (
          <Button look="plain" className={small} onClick={() => setRenaming(true)}>
            <Trans>Rename</Trans>
          </Button>
        )}
        {view.isOwn && (
          <Button
            look="plain"
            className={small}
            onClick={() => void change(() => changeView(view, { isShared: !view.isShared }))}
          >
            {view.isShared ? t`Make private` : t`Share with colleagues`}
          </Button>
        )}
        <Button look="plain" className={small} aria-expanded={hasLinks} onClick={() => showLinks(!hasLinks)}>
          {links > 0 ? plural(links, { one: "# link", other: "# links" }) : t`Public link`}
        </Button>
        <Button look="plain" className={small} onClick={() => setDeleting(true)}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {hasLinks && <ViewLinks view={view} />}
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete “${{ name: view.name }}”?`}
          description={links > 0 ? t`Its links will stop working.` : t`The data isn't affected.`}
          confirm={t`Delete`}
          onConfirm={() => change(() => deleteView(view))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

function RenameForm({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { name: view.name } });
  const { onSubmit, problem, isPending } = useSubmit(form, ({ name }) => changeView(view, { name }), {
    refresh: [savedViewsKey],
    onDone,
  });
  return (
    <form noValidate className="mb-2 grid gap-2" onSubmit={onSubmit}>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-40 grow">
          {/* The press of Rename asks for it. */}
          <TextInput control={form.control} name="name" label={t`New name`} maxLength={80} autoFocus />
        </div>
        <Button type="submit" disabled={isPending || !form.watch("name").trim()}>
          <Trans>Rename</Trans>
        </Button>
        <CancelEdit onCancel={onDone} />
      </div>
      <FormProblem text={problem} />
    </form>
  );
}
