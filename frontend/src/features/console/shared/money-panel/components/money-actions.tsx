import { useLingui } from "@lingui/react/macro";
import { Banknote, CreditCard, FileText, Link2, ShieldCheck, Undo2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMay } from "@/features/console/shared/session";
import type { Money } from "../api";

export type MoneyDialog = "payment" | "deposit" | "settle" | "refund" | "link" | "hold" | "invoice" | "fee";

interface Props {
  money: Money;
  onOpen: (dialog: MoneyDialog) => void;
}

/** What can be done with the money now; the usual next step is the one to press. */
export function MoneyActions({ money, onOpen }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const hasValidInvoice = money.documents.some((each) => each.kind === "invoice" && !each.isVoid);
  const mayRefund = may("refunds") && money.paid > 0;
  return (
    <div className="flex flex-wrap gap-2">
      {money.due > 0 && (
        <Button onClick={() => onOpen("payment")}>
          <Banknote aria-hidden size={18} /> {t`Take a payment`}
        </Button>
      )}
      <Button look="quiet" onClick={() => onOpen(money.held > 0 ? "settle" : "deposit")}>
        <ShieldCheck aria-hidden size={18} /> {money.held > 0 ? t`Refund deposit` : t`Take a deposit`}
      </Button>
      {money.isOnline && (
        <Button look="quiet" onClick={() => onOpen("link")}>
          <Link2 aria-hidden size={18} /> {t`Payment link`}
        </Button>
      )}
      {money.isOnline && (
        <Button look="quiet" onClick={() => onOpen("hold")}>
          <CreditCard aria-hidden size={18} /> {t`Hold on card`}
        </Button>
      )}
      {!hasValidInvoice &&
        (money.hasInvoiceDraft ||
          money.agreed > 0 ||
          money.entries.some((each) => each.kind === "deposit_kept")) && (
          <Button look="quiet" onClick={() => onOpen("invoice")}>
            <FileText aria-hidden size={18} /> {money.hasInvoiceDraft ? t`Draft invoice…` : t`Issue invoice…`}
          </Button>
        )}
      {mayRefund && (
        <Button look={money.due < 0 ? "risky" : "plain"} onClick={() => onOpen("refund")}>
          <Undo2 aria-hidden size={18} /> {t`Refund`}
        </Button>
      )}
    </div>
  );
}
