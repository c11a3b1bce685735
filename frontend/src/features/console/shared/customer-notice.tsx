import { Plural, Trans } from "@lingui/react/macro";
import { Ban, UserRound } from "lucide-react";
import { Link } from "react-router";
import type { components } from "@/api/schema.gen";
import { adminPath } from "@/config/admin-path";
import { useMay } from "@/features/console/shared/session";

interface Props {
  customer: components["schemas"]["CustomerOfBooking"] | null;
  blacklisted: components["schemas"]["BlacklistWarning"] | null;
  /** The customer opens in another tab, so that nothing typed is lost. */
  isBesideForm?: boolean;
}

/** Whose a booking is, and a warning of someone on the blacklist. */
export function CustomerNotice({ customer, blacklisted, isBesideForm = false }: Props) {
  const target = isBesideForm ? "_blank" : undefined;
  const may = useMay();
  return (
    <>
      {customer && may("customers") && (
        <p className="mt-3 text-sm">
          <Link
            className="inline-flex min-h-11 items-center gap-2 text-pine underline underline-offset-4"
            to={adminPath.customer(customer.customerId)}
            target={target}
          >
            <UserRound aria-hidden size={16} />
            <Plural
              value={{ count: customer.bookings }}
              one="Customer with one booking"
              other="Customer with # bookings"
            />
          </Link>
        </p>
      )}
      {blacklisted && (
        <div
          role="alert"
          className="mt-3 flex flex-wrap items-center gap-3 rounded-card border border-danger bg-panel p-4"
        >
          <Ban aria-hidden size={20} className="shrink-0 text-danger" />
          <div className="min-w-0 grow basis-60 text-sm">
            <p className="font-semibold text-danger">
              <Trans>On the blacklist: {{ name: blacklisted.name }}</Trans>
            </p>
            <p className="break-words">{blacklisted.reason}</p>
            <p className="text-xs text-muted">
              {blacklisted.by === "phone" && <Trans>Matched by phone number; the email is different.</Trans>}
              {blacklisted.by === "email" && <Trans>Matched by email; the phone number is different.</Trans>}
            </p>
          </div>
          <Link
            className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
            to={adminPath.customer(blacklisted.customerId)}
            target={target}
          >
            <Trans>View customer</Trans>
          </Link>
        </div>
      )}
    </>
  );
}
