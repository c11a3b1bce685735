import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Panel } from "@/components/console/panel";
import { byCustomerKey, byCustomerQuery } from "./api";
import { CustomerActions } from "./customer-actions";

/** The customer's own entries and changes; nothing where there are none. */
export function ByCustomerPanel({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const { data } = useQuery(byCustomerQuery(bookingId));
  if (!data) return null;
  const { actions, dropoffAddress, flightNumber, pickupAddress } = data;
  const hasFacts = Boolean(flightNumber || pickupAddress || dropoffAddress);
  if (!hasFacts && actions.length === 0) return null;
  return (
    <Panel title={t`Customer updates`}>
      {hasFacts && (
        <dl
          className={clsx(
            "grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[9rem_1fr]",
            actions.length > 0 && "mb-4 border-b border-line pb-4",
          )}
        >
          {flightNumber && (
            <>
              <dt className="text-muted">{t`Flight`}</dt>
              <dd className="-mt-1.5 sm:mt-0">{flightNumber}</dd>
            </>
          )}
          {pickupAddress && (
            <>
              <dt className="text-muted">{t`Pickup address`}</dt>
              <dd className="-mt-1.5 break-words sm:mt-0">{pickupAddress}</dd>
            </>
          )}
          {dropoffAddress && (
            <>
              <dt className="text-muted">{t`Return address`}</dt>
              <dd className="-mt-1.5 break-words sm:mt-0">{dropoffAddress}</dd>
            </>
          )}
        </dl>
      )}
      {actions.length > 0 && <CustomerActions actions={actions} refresh={byCustomerKey(bookingId)} />}
    </Panel>
  );
}
