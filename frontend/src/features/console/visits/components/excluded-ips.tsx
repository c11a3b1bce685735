import { zodResolver } from "@hookform/resolvers/zod";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { TextInput } from "@/components/forms/fields";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { api, bodyOf } from "@/lib/api";
import { excludedQuery } from "../api";

const schema = z.object({
  ip: z
    .string()
    .trim()
    .min(1, { error: () => i18n._(msg`Enter an IP address or a network such as 192.0.2.0/24`) }),
});

/** The company's own IPs: nothing is kept of who comes from there. */
export function ExcludedIps() {
  const { t } = useLingui();
  const excluded = useQuery(excludedQuery);
  const client = useQueryClient();
  const change = useChange({ refresh: excludedQuery.queryKey });
  const ips = excluded.data?.ips ?? [];
  const own = excluded.data?.ownIp;
  const saved = { title: t`Saved`, description: t`Applies from now on. Earlier visits are kept.` };

  async function save(next: string[]) {
    const answer = await bodyOf(api.PUT("/api/ip/excluded-ips", { body: { ips: next } }));
    client.setQueryData(excludedQuery.queryKey, answer);
  }
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { ip: "" } });
  useUnsavedWork(form.formState.isDirty);
  const { onSubmit, problem, isPending } = useSubmit(form, ({ ip }) => save([...ips, ip]), {
    done: saved,
    onDone: () => form.reset(),
  });

  return (
    <Panel
      title={t`Excluded IP addresses`}
      description={t`Visits, clicks and quiz answers from these IP addresses are not stored.`}
    >
      <QueryBoundary
        query={excluded}
        skeleton={<Skeleton className="h-11 rounded-xl" />}
        empty={(data) =>
          data.ips.length === 0 && (
            <p className="text-sm text-muted">
              <Trans>None yet.</Trans>
            </p>
          )
        }
      >
        {() => (
          <ul className="flex flex-wrap gap-2">
            {ips.map((ip) => (
              <li
                key={ip}
                className="tabular flex items-center rounded-full bg-stone pl-4 text-sm font-medium"
              >
                {ip}
                <button
                  type="button"
                  aria-label={t`Stop excluding ${ip}`}
                  onClick={() =>
                    void change(
                      () => save(ips.filter((one) => one !== ip)),
                      () => saved,
                    )
                  }
                  className="grid size-11 place-items-center rounded-full hover:text-danger"
                >
                  <X aria-hidden size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-wrap items-start gap-2">
        <div className="min-w-60 grow sm:max-w-xs">
          <TextInput
            control={form.control}
            name="ip"
            label={t`IP address or network`}
            placeholder={t`192.0.2.7 or 192.0.2.0/24`}
            autoComplete="off"
          />
        </div>
        <Button type="submit" look="quiet" className="sm:mt-[1.625rem]" disabled={isPending}>
          <Trans>Exclude</Trans>
        </Button>
        {own && !ips.includes(own) && (
          <Button
            look="quiet"
            className="sm:mt-[1.625rem]"
            onClick={() =>
              void change(
                () => save([...ips, own]),
                () => saved,
              )
            }
          >
            <Trans>Exclude mine ({own})</Trans>
          </Button>
        )}
        <div className="w-full">
          <FormProblem text={problem} />
        </div>
      </form>
    </Panel>
  );
}
