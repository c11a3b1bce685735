import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Problem } from "@/components/console/problem";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/field";
import { adminPath } from "@/config/admin-path";
import { paths } from "@/config/paths";
import { helpPath, topicsWith } from "@/features/console/shared/help-topics";
import { statusName } from "@/features/console/shared/statuses";
import { formatShortMoment } from "@/lib/format";
import { isFor, type Openers } from "../rules";
import { usePages } from "../use-pages";
import { maxSearchLength, minSearchLength, searchQuery } from "../use-search";
import { FoundList, type Group } from "./found-list";

const typingPauseMilliseconds = 200;

/** One field for everything: arrows go through actions, pages and what was found, Enter opens the one chosen. */
export function SearchDialog({ rights, onClose }: { rights: Openers; onClose: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
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
  const navigate = useNavigate();
  const { actions, pages } = usePages(rights, typed.trim());
  const cars = found && isFor(rights, paths.admin.catalog) ? found.cars : [];
  const help = typed.trim().length < minSearchLength ? [] : topicsWith(typed.trim());
  const atOnce: Group[] = [
    { title: t`Actions`, found: actions },
    { title: t`Pages`, found: pages },
  ];
  const groups: Group[] = [
    ...atOnce,
    {
      title: t`Bookings`,
      found: (found?.bookings ?? []).map((each) => ({
        to: adminPath.booking(each.bookingId),
        name: each.customerName,
        text: [
          each.reference,
          each.car,
          each.plate,
          formatShortMoment(each.pickupAt),
          statusName(each.status),
        ],
      })),
    },
    {
      title: t`Customers`,
      found: (found?.customers ?? []).map((each) => ({
        to: adminPath.customer(each.customerId),
        name: each.name,
        text: [each.isBlacklisted ? t`Blacklisted` : "", each.email, each.phone],
      })),
    },
    {
      title: t`Vehicles`,
      found: (found?.vehicles ?? []).map((each) => ({
        to: adminPath.vehicle(each.vehicleId),
        name: each.plate,
        text: [each.car],
      })),
    },
    {
      title: t`Catalogue`,
      found: cars.map(({ slug, name }) => ({ to: adminPath.catalogCar(slug), name, text: [] })),
    },
    {
      title: t`Invoices`,
      found: (found?.invoices ?? []).map((each) => ({
        to: `${paths.admin.invoices}?${new URLSearchParams({ search: each.number })}`,
        name: each.number,
        text: [each.customerName, each.reference, formatShortMoment(each.issuedAt)],
      })),
    },
    {
      title: t`Incomplete bookings`,
      found: (found?.leads ?? []).map((each) => ({
        to: `${paths.admin.today}#${each.id}`,
        name: each.name || each.email,
        text: [each.car, each.phone],
      })),
    },
    {
      title: t`Help`,
      found: help.map(({ name, title, about }) => ({ to: helpPath(name), name: title, text: [about] })),
    },
  ];
  const options = groups.flatMap((group) => group.found);
  const active = Math.min(chosen, options.length - 1);
  const isCurrent = typed.trim() === asked;

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      if (options.length > 0) setChosen((to + options.length) % options.length);
    }
    const option = options[active];
    // What was found for an earlier text is not what was meant.
    const isMeant = isCurrent || active < actions.length + pages.length;
    if (event.key === "Enter" && option && isMeant) {
      event.preventDefault();
      onClose();
      void navigate(option.to);
    }
  }
  return (
    <Dialog isWide title={t`Search`} onClose={onClose}>
      <search className="grid gap-4">
        <input
          ref={field}
          type="text"
          autoComplete="off"
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
          aria-label={t`Search everything`}
          placeholder={t`Name, phone, reference, plate, invoice, page or action`}
          maxLength={maxSearchLength}
          className={controlClass()}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
        />
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        <FoundList id={id} groups={groups} active={active} onClose={onClose} />
        {found && isCurrent && options.length === 0 && (
          <p role="status" className="text-sm text-slate">
            <Trans>No results. Try part of a name, phone number or plate.</Trans>
          </p>
        )}
      </search>
    </Dialog>
  );
}
