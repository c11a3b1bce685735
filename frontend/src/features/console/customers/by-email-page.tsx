import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { paths } from "@/config/paths";
import { lookUp, type Records } from "./api";
import { KeptRecords } from "./components/kept-records";

const schema = z.object({
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
});

/** Personal data stored for an email address, with or without bookings. */
export function Component() {
  const { t } = useLingui();
  const [found, setFound] = useState<{ email: string; records: Records } | null>(null);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async ({ email }: { email: string }) => {
    setFound(null);
    setFound({ email, records: await lookUp({ email }) });
  });

  return (
    <>
      <BackLink to={paths.admin.customers}>
        <Trans>All customers</Trans>
      </BackLink>
      <PageHeader
        title={t`Copies and erasure`}
        description={t`Anyone by email address, also without a booking: visitors who began to, and affiliates.`}
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <Panel title={t`Find customer`} description={t`By email address.`}>
          <form noValidate className="flex flex-wrap items-start gap-2" onSubmit={onSubmit}>
            <div className="min-w-60 grow">
              <TextField
                label={t`Email`}
                type="email"
                autoComplete="off"
                error={errors.email?.message}
                {...form.register("email")}
              />
            </div>
            <Button type="submit" look="quiet" className="sm:mt-[1.625rem]" disabled={isSubmitting}>
              {isSubmitting ? t`Searching…` : t`Find`}
            </Button>
          </form>
          {problem && (
            <div className="mt-3">
              <FormProblem text={problem} />
            </div>
          )}
        </Panel>
        {found && (
          <Panel title={found.email}>
            <KeptRecords
              asked={{ email: found.email }}
              name={found.email}
              records={found.records}
              onErased={() => setFound(null)}
            />
          </Panel>
        )}
      </div>
    </>
  );
}
