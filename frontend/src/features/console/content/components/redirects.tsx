import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useForm } from "react-hook-form";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { WithAccess } from "@/components/console/with-access";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { dropRedirect, redirectsKey, redirectsQuery, setRedirect } from "../api";

const empty = { path: "", target: "" };

/** Old addresses, each with where it leads. */
export function Redirects() {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(redirectsQuery);
  const change = useChange({ refresh: redirectsKey });
  const form = useForm({ defaultValues: empty });
  useUnsavedWork(form.formState.isDirty);
  const { onSubmit, problem } = useSubmit(form, async ({ path, target }) => {
    client.setQueryData(redirectsKey, await setRedirect(path, target));
    form.reset(empty);
  });
  const { errors } = form.formState;
  return (
    <>
      <form className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]" noValidate onSubmit={onSubmit}>
        <TextField
          label={t`Old URL`}
          placeholder="/our-cars"
          error={errors.path?.message}
          {...form.register("path")}
        />
        <TextField
          label={t`New URL`}
          placeholder="/booking"
          error={errors.target?.message}
          {...form.register("target")}
        />
        <Button type="submit" className="sm:mt-6.5" disabled={form.formState.isSubmitting}>
          <Trans>Add</Trans>
        </Button>
      </form>
      <FormProblem text={problem} />
      <QueryBoundary query={query}>
        {({ redirects }) =>
          redirects.length > 0 && (
            <DataTable
              label={t`Redirects`}
              rows={redirects}
              columns={[
                {
                  id: "path",
                  title: t`Old URL`,
                  sort: "asc",
                  value: (row) => row.path,
                  cell: (row) => row.path,
                },
                {
                  id: "target",
                  title: t`New URL`,
                  sort: "asc",
                  value: (row) => row.target,
                  cell: (row) => <b>{row.target}</b>,
                },
              ]}
              rowId={(row) => row.path}
              actions={({ path }) => (
                <WithAccess>
                  <button
                    type="button"
                    aria-label={t`Remove ${path}`}
                    onClick={() => void change(() => dropRedirect(path))}
                    className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
                  >
                    <Trash2 aria-hidden size={18} />
                  </button>
                </WithAccess>
              )}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}
