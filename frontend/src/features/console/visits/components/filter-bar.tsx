import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import type { Filters } from "../api";

interface Props {
  filters: Filters;
  onChange: (changes: Partial<Record<keyof Filters, string>>, step: { replace: boolean }) => void;
}

const typingMilliseconds = 400;

export function FilterBar({ filters, onChange }: Props) {
  const { t } = useLingui();
  const [address, setAddress] = useState(filters.address ?? "");
  useEffect(() => {
    if (address.trim() === (filters.address ?? "")) return undefined;
    const timer = window.setTimeout(
      () => onChange({ address: address.trim() }, { replace: true }),
      typingMilliseconds,
    );
    return () => window.clearTimeout(timer);
  }, [address, filters.address, onChange]);
  return (
    <div className="mt-6 grid max-w-2xl gap-3 sm:grid-cols-2">
      <TextField
        label={t`Address`}
        placeholder={t`192.0 or 192.0.2.0/24`}
        autoComplete="off"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <SelectField
        label={t`Came by`}
        value={filters.traffic ?? ""}
        onChange={(event) => onChange({ traffic: event.target.value }, { replace: true })}
      >
        <option value="">
          <Trans>Any way</Trans>
        </option>
        <option value="paid">
          <Trans>Paid search</Trans>
        </option>
        <option value="other">
          <Trans>Other ways</Trans>
        </option>
      </SelectField>
    </div>
  );
}
