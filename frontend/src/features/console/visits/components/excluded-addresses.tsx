import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Problem } from "@/components/ui/problem";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { excludedQuery } from "../api";

/** The company's own addresses: nothing is kept of who comes from there. */
export function ExcludedAddresses() {
  const excluded = useQuery(excludedQuery);
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const addresses = excluded.data?.addresses ?? [];
  const own = excluded.data?.ownAddress;

  async function save(next: string[]) {
    setProblem(undefined);
    try {
      const answer = await bodyOf(api.PUT("/api/ip/excluded-addresses", { body: { addresses: next } }));
      client.setQueryData(excludedQuery.queryKey, answer);
    } catch (error) {
      setProblem(sentenceOf(error));
      return;
    }
    setTyped("");
    toast({ title: "Saved", description: "It counts from now on. What was kept before stays." });
  }

  function add(event: FormEvent) {
    event.preventDefault();
    if (typed.trim()) void save([...addresses, typed.trim()]);
    else setProblem("Please enter an address, or a network such as 192.0.2.0/24");
  }

  return (
    <Panel
      title="Excluded addresses"
      description="Visits, clicks and quiz answers of your own people are not kept when they come from here."
    >
      {excluded.isError && <Problem error={excluded.error} onRetry={() => excluded.refetch()} />}
      {excluded.data && addresses.length === 0 && <p className="text-sm text-muted">None yet.</p>}
      <ul className="flex flex-wrap gap-2">
        {addresses.map((address) => (
          <li
            key={address}
            className="tabular flex items-center rounded-full bg-stone pl-4 text-sm font-medium"
          >
            {address}
            <button
              type="button"
              aria-label={`Do not exclude ${address} any more`}
              onClick={() => save(addresses.filter((one) => one !== address))}
              className="grid size-11 place-items-center rounded-full hover:text-danger"
            >
              <X aria-hidden size={16} />
            </button>
          </li>
        ))}
      </ul>
      <form noValidate onSubmit={add} className="mt-4 flex flex-wrap items-start gap-2">
        <div className="min-w-60 grow sm:max-w-xs">
          <TextField
            label="Address or network"
            placeholder="192.0.2.7 or 192.0.2.0/24"
            autoComplete="off"
            error={problem}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="quiet" className="sm:mt-[1.625rem]">
          Exclude
        </Button>
        {own && !addresses.includes(own) && (
          <Button look="quiet" className="sm:mt-[1.625rem]" onClick={() => save([...addresses, own])}>
            Exclude mine ({own})
          </Button>
        )}
      </form>
    </Panel>
  );
}
