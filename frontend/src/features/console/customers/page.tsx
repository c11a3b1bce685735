import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import type { components } from "@/api/schema.gen";
import { PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { useSubmit } from "@/components/ui/use-submit";
import { api, bodyOf } from "@/lib/api";
import { FoundCustomer } from "./components/found-customer";
import { WhatCanBeDone } from "./components/what-can-be-done";

const schema = z.object({
  email: z
    .string()
    .trim()
    .pipe(z.email({ error: () => t`Please enter a valid email address` })),
});

/** What is kept about a customer: a copy for them, or its erasure. */
export function Component() {
  const { t } = useLingui();
  const [found, setFound] = useState<components["schemas"]["CustomerRecords"] | null>(null);
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: "" } });
  const { errors, isSubmitting } = form.formState;

  const { onSubmit, problem } = useSubmit(form, async (body: { email: string }) => {
    setFound(null);
    setFound(await bodyOf(api.POST("/api/admin/customers/look", { body })));
  });

  return (
    <>
      <PageHeader
        title={t`Customers`}
        description={t`A customer may ask for a copy of everything you keep about them, or for its erasure.`}
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <Panel title={t`Find a customer`} description={t`By the e-mail address they booked with.`}>
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
              {isSubmitting ? t`Looking…` : t`Find`}
            </Button>
          </form>
          {problem && (
            <div className="mt-3">
              <FormProblem text={problem} />
            </div>
          )}
        </Panel>
        {!found && <WhatCanBeDone />}
        {found && <FoundCustomer found={found} onErased={() => setFound(null)} />}
      </div>
    </>
  );
}
