import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { openTill, tillsKey } from "@/features/console/shared/tills";
import { readAmount } from "@/lib/amounts";

/** Opens one's own till with what lies in it. */
export function OpenDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { t } = useLingui();
  const [key] = useState(() => crypto.randomUUID());
  const [opening, setOpening] = useState("");
  const [isBusy, setBusy] = useState(false);
  const change = useChange({ refresh: tillsKey, failed: t`Couldn't open the till` });
  const amount = readAmount(opening);
  return (
    <Dialog title={t`Open my till`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={async (event) => {
          event.preventDefault();
          if (amount === null) return;
          setBusy(true);
          const isDone = await change(
            () => openTill(key, amount),
            () => ({ title: t`Your till is open` }),
          );
          setBusy(false);
          if (isDone) onClose();
        }}
      >
        <TextField
          label={t`Cash in till (${currency})`}
          hint={t`Count the cash in the till now. Enter 0 if it's empty.`}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={opening}
          onChange={(event) => setOpening(event.target.value)}
        />
        <Button type="submit" disabled={amount === null || isBusy}>
          {t`Open till`}
        </Button>
      </form>
    </Dialog>
  );
}
