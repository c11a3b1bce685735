import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { domainRequestLimits as limits } from "@/api/limits.gen";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { sentenceOf } from "@/lib/errors";
import { addDomain, domainsQuery } from "../api";

/** A name that is to lead here, before it is proved. */
export function AddDomain() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [host, setHost] = useState("");
  const add = useMutation({
    mutationFn: () => addDomain(host),
    onSuccess: (answer) => {
      client.setQueryData(domainsQuery.queryKey, answer);
      setHost("");
    },
  });
  return (
    <Panel
      title={t`Add a domain`}
      description={
        <Trans>Then enter one record where the domain is managed, to prove that it is yours.</Trans>
      }
    >
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <div className="min-w-0 grow basis-64">
          <TextField
            label={t`Domain`}
            placeholder="www.example.com"
            inputMode="url"
            autoCapitalize="none"
            maxLength={limits.host.maxLength}
            value={host}
            error={add.error ? sentenceOf(add.error) : undefined}
            onChange={(event) => setHost(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={!host.trim() || add.isPending}>
          <Trans>Add</Trans>
        </Button>
      </form>
    </Panel>
  );
}
