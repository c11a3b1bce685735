import { useLingui } from "@lingui/react/macro";
import { CalendarPlus } from "lucide-react";
import { Link } from "react-router";
import { Panel } from "@/components/console/panel";
import { useChange } from "@/components/console/use-change";
import { controlClass } from "@/components/ui/field";
import { formatShortMoment } from "@/lib/format";
import { changeLead, type Lead, todayKey } from "../api";
import { bookingUrl } from "../rules";
import { leadStates, wantedDays } from "../words";
import { ContactLinks } from "./contact-links";
import { Folded } from "./folded";

/** Bookings that were begun and not sent: worth a call, and marked with how it went. */
export function LeadPanel({ leads }: { leads: readonly Lead[] }) {
  const { t } = useLingui();
  const change = useChange({ refresh: todayKey });
  if (leads.length === 0) return null;
  return (
    <Panel title={t`Incomplete bookings`} description={t`Started on your site but not completed.`}>
      <Folded items={leads}>
        {(shown) => (
          <ul className="-my-2 divide-y divide-line">
            {shown.map((lead) => {
              const name = lead.name || lead.email || lead.phone;
              return (
                <li key={lead.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <div className="min-w-0 grow basis-40 text-sm">
                    <p className="truncate font-semibold">{name}</p>
                    <p className="text-slate">{[lead.car, wantedDays(lead)].filter(Boolean).join(" · ")}</p>
                    <p className="tabular text-xs text-muted">
                      {[formatShortMoment(lead.updatedAt), lead.stateBy].filter(Boolean).join(" · ")}
                    </p>
                  </div>
                  <select
                    aria-label={t`State of ${name}`}
                    className={controlClass("w-auto")}
                    value={lead.state}
                    onChange={(event) => {
                      const state = event.target.value as Lead["state"];
                      void change(() => changeLead(lead.id, state));
                    }}
                  >
                    {Object.entries(leadStates).map(([state, text]) => (
                      <option key={state} value={state}>
                        {t(text)}
                      </option>
                    ))}
                  </select>
                  <ContactLinks name={name} phone={lead.phone} chatUrl={lead.chatUrl} />
                  <Link
                    className="grid size-11 place-items-center rounded-xl text-pine hover:bg-stone"
                    to={bookingUrl(lead)}
                    aria-label={t`Create booking for ${name}`}
                    title={t`Create booking for ${name}`}
                  >
                    <CalendarPlus aria-hidden size={18} />
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </Folded>
    </Panel>
  );
}
