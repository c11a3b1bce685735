import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Problem } from "@/components/console/problem";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import type { Role } from "@/features/console/shared/roles";
import { statusName } from "@/features/console/shared/statuses";
import { formatShortMoment } from "@/lib/format";
import { isFor } from "../rules";
import { maxSearchLength, minSearchLength, searchQuery } from "../search";
import { usePages } from "../use-pages";
import { FoundGroup } from "./found-group";

const typingPauseMilliseconds = 200;

/** One field for everything; arrows go through what was found. */
export function SearchDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // After the dialog gave the focus to its first button.
  useEffect(() => {
    const timer = setTimeout(() => field.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, refetch } = useQuery(searchQuery(asked));
  const found = asked.length >= minSearchLength ? data : undefined;
  const pages = usePages(role, asked);
  const cars = found && isFor(role, paths.admin.catalog) ? found.cars : [];
  const count = found
    ? pages.length +
      found.bookings.length +
      found.customers.length +
      found.vehicles.length +
      cars.length +
      found.invoices.length +
      found.leads.length
    : 0;
  return (
    <Dialog isWide title={t`Search`} onClose={onClose}>
      <search className="grid gap-4" onKeyDown={step}>
        <input
          ref={field}
          type="search"
          aria-label={t`Search everything`}
          placeholder={t`Name, phone, reference, plate, invoice or page`}
          maxLength={maxSearchLength}
          className={controlClass()}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <FoundGroup title={t`Pages`} onClose={onClose} found={pages} />
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {found && (
          <>
            <FoundGroup
              title={t`Bookings`}
              onClose={onClose}
              found={found.bookings.map((each) => ({
                to: adminPath.booking(each.bookingId),
                name: each.customerName,
                text: [
                  each.reference,
                  each.car,
                  each.plate,
                  formatShortMoment(each.pickupAt),
                  statusName(each.status),
                ],
              }))}
            />
            <FoundGroup
              title={t`Customers`}
              onClose={onClose}
              found={found.customers.map((each) => ({
                to: adminPath.customer(each.customerId),
                name: each.name,
                text: [each.isBlacklisted ? t`Blacklisted` : "", each.email, each.phone],
              }))}
            />
            <FoundGroup
              title={t`Vehicles`}
              onClose={onClose}
              found={found.vehicles.map((each) => ({
                to: adminPath.vehicle(each.vehicleId),
                name: each.plate,
                text: [each.car],
              }))}
            />
            <FoundGroup
              title={t`Catalogue`}
              onClose={onClose}
              found={cars.map(({ slug, name }) => ({
                to: adminPath.catalogCar(slug),
                name,
                text: [],
              }))}
            />
            <FoundGroup
              title={t`Invoices`}
              onClose={onClose}
              found={found.invoices.map((each) => ({
                to: `${paths.admin.invoices}?${new URLSearchParams({ search: each.number })}`,
                name: each.number,
                text: [each.customerName, each.reference, formatShortMoment(each.issuedAt)],
              }))}
            />
            <FoundGroup
              title={t`Incomplete bookings`}
              onClose={onClose}
              found={found.leads.map((each) => ({
                to: `${paths.admin.today}#${each.id}`,
                name: each.name || each.email,
                text: [each.car, each.phone],
              }))}
            />
            {count === 0 && (
              <p role="status" className="text-sm text-slate">
                <Trans>No results. Try part of a name, phone number or plate.</Trans>
              </p>
            )}
          </>
        )}
      </search>
    </Dialog>
  );
}

/** Up and down through the field and what was found. */
function step(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input,a")];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
}
