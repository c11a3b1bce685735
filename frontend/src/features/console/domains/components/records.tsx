import { Trans, useLingui } from "@lingui/react/macro";
import type { Domain } from "../api";

/** What is to be entered where the domain is managed. */
export function Records({ domain: { records } }: { domain: Domain }) {
  const { t } = useLingui();
  const hasAlias = records.some(({ kind }) => kind === "CNAME");
  return (
    <div className="mt-4 rounded-xl bg-stone p-4 text-sm">
      <p className="font-semibold">
        {hasAlias ? (
          <Trans>Enter one of these records where your domain is managed:</Trans>
        ) : (
          <Trans>Enter this record where your domain is managed:</Trans>
        )}
      </p>
      <ul className="mt-3 grid gap-3">
        {records.map(({ kind, name, value }) => (
          <li key={kind} className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[5rem_minmax(0,1fr)]">
            <Fact name={t`Kind`} value={kind} />
            <Fact name={t`Name`} value={name} />
            <Fact name={t`Value`} value={value} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-slate">
        {hasAlias ? (
          <Trans>
            The CNAME record proves that you own the domain and points it here. A domain without www can't
            have one: add the TXT record and ask the platform operator for the IP address.
          </Trans>
        ) : (
          <Trans>This proves that you own the domain. Ask the platform operator where to point it.</Trans>
        )}
      </p>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-muted">{name}</span>
      <span className="font-mono text-xs break-all select-all sm:py-0.5">{value}</span>
    </>
  );
}
