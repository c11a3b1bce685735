import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Link } from "react-router";
import { ConfirmDialog } from "@/components/console/confirm-dialog";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { changeView, deleteView, type SavedView, savedViewsKey } from "./api";
import { ViewLinks } from "./view-links";

interface Props {
  view: SavedView;
  /** The page shows it now. */
  isShown: boolean;
  onOpened: () => void;
}

const small = "min-h-9 px-2 text-sm";

/** A saved view: open it, rename it, share it, delete it. */
export function SavedViewItem({ view, isShown, onOpened }: Props) {
  const { t } = useLingui();
  const change = useChange({ refresh: savedViewsKey });
  const [name, setName] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const [hasLinks, showLinks] = useState(false);
  const links = view.links.length;

  return (
    <li className="border-b border-line py-3">
      {name === null ? (
        <Link
          to={{ search: view.parameters }}
          onClick={onOpened}
          aria-current={isShown || undefined}
          className="font-semibold break-words underline-offset-4 hover:underline"
        >
          {view.name}
        </Link>
      ) : (
        <form
          className="flex flex-wrap gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void change(() => changeView(view, { name })).then((isDone) => isDone && setName(null));
          }}
        >
          <input
            // biome-ignore lint/a11y/noAutofocus: the press of Rename asks for it
            autoFocus
            aria-label={t`New name`}
            className={controlClass("min-h-11 min-w-40 grow py-0")}
            value={name}
            maxLength={80}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" disabled={!name.trim()}>
            <Trans>Rename</Trans>
          </Button>
        </form>
      )}
      <p className="mt-0.5 text-xs text-muted">
        {view.isOwn ? t`Yours` : t`By ${{ name: view.createdBy }}`}
        {" · "}
        {view.isShared ? t`colleagues see it` : t`private`}
        {isShown && <> · {t`shown now`}</>}
      </p>
      <div className="mt-1 -ml-2 flex flex-wrap">
        <Button look="plain" className={small} onClick={() => setName(name === null ? view.name : null)}>
          {name === null ? t`Rename` : t`Cancel`}
        </Button>
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
