import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { excludedQuery } from "../api";

/** The company's own addresses: nothing is kept of who comes from there. */
export function ExcludedAddresses() {
  const { t } = useLingui();
  const excluded = useQuery(excludedQuery);
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState<string>();
  const save = useMutation({
    mutationFn: (addresses: string[]) =>
      bodyOf(api.PUT("/api/ip/excluded-addresses", { body: { addresses } })),
    onMutate: () => setMissing(undefined),
    onSuccess: (answer) => {
      client.setQueryData(excludedQuery.queryKey, answer);
      setTyped("");
      toast({ title: t`Saved`, description: t`Applies from now on. Earlier visits are kept.` });
    },
  });
  const problem = missing ?? (save.error ? sentenceOf(save.error) : undefined);
  const addresses = excluded.data?.addresses ?? [];
  const own = excluded.data?.ownAddress;

  function add(event: FormEvent) {
    event.preventDefault();
    if (typed.trim()) save.mutate([...addresses, typed.trim()]);
    else setMissing(t`Enter an IP address or a network such as 192.0.2.0/24`);
  }

  return (
    <Panel
      title={t`Excluded IP addresses`}
      description={t`Visits, clicks and quiz answers from these IP addresses are not stored.`}
    >
      <QueryBoundary
        query={excluded}
        skeleton={<Skeleton className="h-11 rounded-xl" />}
        empty={(data) =>
          data.addresses.length === 0 && (
            <p className="text-sm text-muted">
              <Trans>None yet.</Trans>
            </p>
          )
        }
      >
        {() => (
          <ul className="flex flex-wrap gap-2">
            {addresses.map((address) => (
              <li
                key={address}
                className="tabular flex items-center rounded-full bg-stone pl-4 text-sm font-medium"
              >
                {address}
                <button
                  type="button"
                  aria-label={t`Stop excluding ${address}`}
                  onClick={() => save.mutate(addresses.filter((one) => one !== address))}
                  className="grid size-11 place-items-center rounded-full hover:text-danger"
                >
                  <X aria-hidden size={16} />
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      <form noValidate onSubmit={add} className="mt-4 flex flex-wrap items-start gap-2">
        <div className="min-w-60 grow sm:max-w-xs">
          <TextField
            label={t`IP address or network`}
            placeholder={t`192.0.2.7 or 192.0.2.0/24`}
            autoComplete="off"
            error={problem}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="quiet" className="sm:mt-[1.625rem]">
          <Trans>Exclude</Trans>
        </Button>
        {own && !addresses.includes(own) && (
          <Button look="quiet" className="sm:mt-[1.625rem]" onClick={() => save.mutate([...addresses, own])}>
            <Trans>Exclude mine ({own})</Trans>
          </Button>
        )}
      </form>
    </Panel>
  );
}
