import { Plural, Trans } from "@lingui/react/macro";
import type { Records } from "../api";

/** What an erasure means, before it is done. */
export function ErasureWarning({ records }: { records: Records }) {
  const { openBookings, counts } = records;
  return (
    <>
      {openBookings > 0 && (
        <strong className="mb-2 block">
          <Plural
            value={openBookings}
            one="One booking is not over yet: you will not be able to reach this customer any more."
            other="# bookings are not over yet: you will not be able to reach this customer any more."
          />
        </strong>
      )}
      {(counts.affiliateAccounts ?? 0) > 0 && (
        <strong className="mb-2 block">
          <Trans>
            This is an affiliate as well: the account and where its money goes are erased, too. Pay what is
            owed first.
          </Trans>
        </strong>
      )}
      {(counts.customers ?? 0) > 1 && (
        <strong className="mb-2 block">
          <Trans>Customers who were merged, or who book with this address, are erased together.</Trans>
        </strong>
      )}
      <Trans>
        Name, email and phone are erased everywhere, with notes, emails, click IDs and any blacklist entry.
        Prices and figures are kept. This can't be undone.
      </Trans>
    </>
  );
}
