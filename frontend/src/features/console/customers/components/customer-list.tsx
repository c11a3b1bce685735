import { Plural, Trans } from "@lingui/react/macro";
import { Ban } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import { formatMomentDay, formatMoney } from "@/lib/format";
import { languageName } from "@/lib/i18n";
import type { Customer } from "../api";

interface Props {
  customers: readonly Customer[];
  currency: string | undefined;
}

/** A table on wide screens, cards on phones: the same rows. */
export function CustomerList({ customers, currency }: Props) {
  return (
    <DataList>
      {customers.map((customer) => (
        <li key={customer.id} className="transition-colors duration-200 has-[a:hover]:bg-stone/60">
          <Link
            to={adminPath.customer(customer.id)}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[minmax(12rem,1.2fr)_minmax(12rem,1.4fr)_8rem_9rem_8rem]"
          >
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-semibold break-words">{customer.name}</span>
              {customer.isBlacklisted && (
                <Badge look="warning">
                  <Ban aria-hidden size={13} /> <Trans>Blacklisted</Trans>
                </Badge>
              )}
            </span>
            <span className="col-start-1 min-w-0 text-sm text-slate lg:col-start-auto">
              <span className="block truncate">{customer.email}</span>
              <span className="tabular block truncate text-muted">{customer.phone}</span>
            </span>
            <span className="hidden text-sm text-slate lg:block">
              {customer.language && languageName(customer.language)}
            </span>
            <span className="tabular col-start-2 row-start-2 self-start text-right text-sm text-slate lg:col-start-auto lg:row-start-auto lg:self-center lg:text-left">
              <span className="block">
                <Plural value={{ count: customer.bookings }} one="# booking" other="# bookings" />
              </span>
              <span className="block text-muted">{formatMomentDay(customer.lastBookedAt)}</span>
            </span>
            <span className="tabular col-start-2 row-start-1 text-right font-semibold lg:col-start-auto lg:row-start-auto">
              {formatMoney(customer.spent, currency)}
            </span>
          </Link>
        </li>
      ))}
    </DataList>
  );
}
