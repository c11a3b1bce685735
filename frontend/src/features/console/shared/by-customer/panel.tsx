import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "@/components/console/panel";
import { formatDate } from "@/lib/format";
import { byCustomerKey, byCustomerQuery } from "./api";
import { CustomerActions } from "./customer-actions";

/** What the customer told and did on their own page; nothing where they did nothing. */
export function ByCustomerPanel({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const { data } = useQuery(byCustomerQuery(bookingId));
  if (!data || data.actions.length === 0) return null;
  const { flightNumber, secondDriver } = data;
  const driver = secondDriver && [
    secondDriver.name,
    secondDriver.born && t`born ${{ day: formatDate(secondDriver.born) }}`,
    t`licence ${{ number: secondDriver.licence }}`,
  ];
  return (
    <Panel title={t`From the customer`}>
      {(flightNumber || driver) && (
        <dl className="mb-4 grid gap-x-4 gap-y-2 border-b border-line pb-4 text-sm sm:grid-cols-[9rem_1fr]">
          {flightNumber && (
            <>
              <dt className="text-muted">{t`Flight`}</dt>
              <dd className="-mt-1.5 sm:mt-0">{flightNumber}</dd>
            </>
          )}
          {driver && (
            <>
              <dt className="text-muted">{t`Second driver`}</dt>
              <dd className="-mt-1.5 break-words sm:mt-0">{driver.filter(Boolean).join(", ")}</dd>
            </>
          )}
        </dl>
      )}
      <CustomerActions actions={data.actions} refresh={byCustomerKey(bookingId)} />
    </Panel>
  );
}
