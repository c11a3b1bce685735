import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronDown, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import {
  discardItems,
  draftKey,
  type Entry,
  type ItemName,
  removeItem,
} from "@/features/console/shared/catalog-draft/api";
import { StateBadge } from "@/features/console/shared/catalog-draft/catalog-frame";

interface Props {
  entry: Entry<"insurance"> | Entry<"services">;
  /** Its price, on the right. */
  price: ReactNode;
  children: ReactNode;
}

/** One item of a list, with its form when it is opened. */
export function ItemCard({ entry, price, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Closing it does not drop what was typed.
  const [wasOpen, setWasOpen] = useState(false);
  const change = useChange({ refresh: draftKey });
  const name: ItemName = { part: entry.part, key: entry.key };
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
          setWasOpen(true);
        }}
        className="flex min-h-16 w-full items-center gap-4 p-3 text-left hover:bg-stone sm:px-5"
      >
        <span className="flex min-w-0 grow flex-wrap items-center gap-2 font-semibold">
          {entry.label} <StateBadge state={entry.state} />
        </span>
        <span className="text-sm whitespace-nowrap tabular-nums">{price}</span>
        <ChevronDown aria-hidden size={18} className={isOpen ? "rotate-180" : ""} />
      </button>
      {wasOpen && (
        <div hidden={!isOpen} className="border-t border-line p-4 sm:px-5">
          {entry.item ? (
            <>
              {children}
              <TakeOut entry={entry} />
            </>
          ) : (
            <Button onClick={() => void change(() => discardItems([name]))}>
              <Trans>Restore</Trans>
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function TakeOut({ entry }: Pick<Props, "entry">) {
  const { t } = useLingui();
  const [isAsking, ask] = useState(false);
  const { label } = entry;
  const change = useChange({ refresh: draftKey });
  return (
    <>
      <Button look="risky" className="mt-6" onClick={() => ask(true)}>
        <Trash2 aria-hidden size={18} /> <Trans>Remove</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Remove ${label} from the catalogue?`}
          description={<Trans>Visitors see it until you publish. Bookings that have it keep it.</Trans>}
          confirm={t`Remove`}
          onClose={() => ask(false)}
          onConfirm={async () => {
            if (await change(() => removeItem(entry.part, entry.key, entry.revision))) ask(false);
          }}
        />
      )}
    </>
  );
}
