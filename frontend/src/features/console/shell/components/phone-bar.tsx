import { useLingui } from "@lingui/react/macro";
import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { Me } from "@/features/console/shared/session";
import { openersOf } from "../rules";
import { NavLinks } from "./nav-links";

interface Props {
  me: Me;
  menu: ReactNode;
}

/** The bar over the page on a phone; the navigation comes in from the side. */
export function PhoneBar({ me, menu }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <header className="sticky top-0 z-30 flex items-center gap-2 border-b border-line bg-panel px-2 py-1.5 md:hidden print:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger
          aria-label={t`Open navigation`}
          className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
        >
          <Menu aria-hidden size={22} />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto bg-panel p-4 text-ink shadow-card"
          >
            <div className="mb-4 flex items-center justify-between gap-2">
              <Dialog.Title className="min-w-0 truncate px-3 font-bold">{me.tenant.name}</Dialog.Title>
              <Dialog.Close
                aria-label={t`Close navigation`}
                className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
              >
                <X aria-hidden size={20} />
              </Dialog.Close>
            </div>
            <NavLinks rights={openersOf(me.admin)} onNavigate={() => setOpen(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <p className="min-w-0 grow truncate font-bold">{me.tenant.name}</p>
      {menu}
    </header>
  );
}
