import { Trans, useLingui } from "@lingui/react/macro";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { CancelEdit } from "@/components/forms/cancel-edit";
import { TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormProblem } from "@/components/ui/form-problem";
import { changeQuery, deleteQuery, type SavedQuery, savedQueriesKey } from "../api";

interface Props {
  query: UseQueryResult<{ queries: SavedQuery[] }>;
  openId: string | undefined;
  onOpen: (query: SavedQuery) => void;
}

/** The company's saved queries: open, rename, delete. */
export function SavedQueries({ query, openId, onOpen }: Props) {
  const { t } = useLingui();
  return (
    <Panel title={t`Saved queries`}>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-24" />}
        empty={({ queries }) =>
          queries.length === 0 && (
            <p className="text-sm text-slate">
              <Trans>No saved queries yet. Save one to run it again later.</Trans>
            </p>
          )
        }
      >
        {({ queries }) => (
          <ul className="border-t border-line">
            {queries.map((each) => (
              <SavedItem key={each.id} query={each} isOpen={each.id === openId} onOpen={() => onOpen(each)} />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Panel>
  );
}

const small = "min-h-9 px-2 text-sm";

function SavedItem({ query, isOpen, onOpen }: { query: SavedQuery; isOpen: boolean; onOpen: () => void }) {
  const { t } = useLingui();
  const change = useChange({ refresh: savedQueriesKey });
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <li className="border-b border-line py-3">
      {isRenaming ? (
        <RenameForm query={query} onDone={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          aria-current={isOpen || undefined}
          className="text-left font-semibold break-words underline-offset-4 hover:underline"
          onClick={onOpen}
        >
          {query.name}
        </button>
      )}
      <p className="mt-0.5 text-xs text-muted">
        {t`By ${{ name: query.createdBy }}`}
        {isOpen && <> · {t`shown now`}</>}
      </p>
      <div className="mt-1 -ml-2 flex flex-wrap">
        {!isRenaming && (
          <Button look="plain" className={small} onClick={() => setRenaming(true)}>
            <Trans>Rename</Trans>
          </Button>
        )}
        <Button look="plain" className={small} onClick={() => setDeleting(true)}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete “${{ name: query.name }}”?`}
          description={t`The data isn't affected.`}
          confirm={t`Delete`}
          onConfirm={() => change(() => deleteQuery(query))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}

function RenameForm({ query, onDone }: { query: SavedQuery; onDone: () => void }) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { name: query.name } });
  const { onSubmit, problem, isPending } = useSubmit(form, ({ name }) => changeQuery(query, { name }), {
    refresh: [savedQueriesKey],
    onDone,
  });
  return (
    <form noValidate className="mb-2 grid gap-2" onSubmit={onSubmit}>
      <TextInput control={form.control} name="name" label={t`New name`} maxLength={80} autoFocus />
      <FormProblem text={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending || !form.watch("name").trim()}>
          <Trans>Rename</Trans>
        </Button>
        <CancelEdit onCancel={onDone} />
      </div>
    </form>
  );
}
