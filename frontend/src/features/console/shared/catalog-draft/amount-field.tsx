import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextField } from "@/components/ui/field";
import { amountOf } from "./rules";

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: number | null;
  /** Days, seats, percents: no digits after the point. */
  isWhole?: boolean;
  /** Null when the field is empty. What is no number stays in the field and is not reported. */
  onChange: (value: number | null) => void;
}

/** A number as it is typed, also while it is not one yet. */
export function AmountField({ value, isWhole = false, onChange, ...rest }: Props) {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string | null>(null);
  const isCurrent = typed !== null && amountOf(typed) === value;
  const isUnread = typed !== null && Number.isNaN(amountOf(typed));
  const shown = (isCurrent || isUnread) && typed !== null ? typed : value === null ? "" : String(value);
  return (
    <TextField
      {...rest}
      {...(isUnread ? { error: t`Write a number` } : {})}
      inputMode={isWhole ? "numeric" : "decimal"}
      value={shown}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const amount = amountOf(text);
        if (!Number.isNaN(amount)) onChange(amount);
      }}
    />
  );
}
