import { clsx } from "clsx";
import {
  Banknote,
  BookUser,
  CalendarX2,
  CreditCard,
  Fuel,
  Gauge,
  IdCard,
  type LucideIcon,
  ReceiptText,
  UserCheck,
  UserRound,
  Users,
  Wallet,
} from "lucide-react";
import type { TermLine } from "./lines";

const icons: Record<TermLine["kind"], LucideIcon> = {
  cancellation: CalendarX2,
  fees: ReceiptText,
  payment: Banknote,
  deposit: Wallet,
  mileage: Gauge,
  driver: Users,
  youngDriver: UserRound,
  fuel: Fuel,
  licence: IdCard,
  identity: BookUser,
  card: CreditCard,
  age: UserCheck,
};

/** The terms that matter before a booking, a line each. */
export function TermList({ lines, className }: { lines: TermLine[]; className?: string }) {
  return (
    <ul className={clsx("grid gap-x-6 gap-y-2 text-sm text-slate sm:grid-cols-2", className)}>
      {lines.map(({ kind, text }) => {
        const Icon = icons[kind];
        return (
          <li key={kind} data-term={kind} className="flex items-start gap-2.5">
            <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-pine" />
            {text}
          </li>
        );
      })}
    </ul>
  );
}
