import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Paperclip } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { paths } from "@/config/paths";
import { formatMoment, formatMoney } from "@/lib/format";
import { fineKinds, fineStates, finesOfBookingQuery, noticeUrl } from "./fines";

/** Fines and tolls of a rental; nothing where there are none. */
export function FinesCard({ bookingId }: { bookingId: string }) {
  const { t } = useLingui();
  const { data } = useQuery(finesOfBookingQuery(bookingId));
  if (!data || data.fines.length === 0) return null;
  return (
    <Panel title={t`Fines and tolls`}>
      <ul className="grid gap-3 text-sm">
        {data.fines.map((fine) => (
          <li key={fine.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
            <span className="flex flex-wrap items-center gap-x-3 font-semibold">
              {t(fineKinds[fine.kind])} <Badge>{t(fineStates[fine.state])}</Badge>
              {fine.hasNotice && <NoticeLink fineId={fine.id} />}
            </span>
            <span className="tabular font-semibold">{formatMoney(fine.amount, fine.currency)}</span>
            <span className="tabular min-w-0 wrap-anywhere text-slate">
              {[fine.plate, formatMoment(fine.happenedAt, data.timezone), fine.reference]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
      {data.fines.some(({ state }) => state === "open") && (
        <Link className="mt-3 inline-block font-semibold text-pine underline" to={paths.admin.fines}>
          <Trans>Decide</Trans>
        </Link>
      )}
    </Panel>
  );
}

/** Opens what the authority sent. */
export function NoticeLink({ fineId }: { fineId: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center gap-1 text-pine underline underline-offset-4 lg:min-h-0"
      href={noticeUrl(fineId)}
      target="_blank"
      rel="noreferrer"
    >
      <Paperclip aria-hidden size={16} /> <Trans>Notice</Trans>
    </a>
  );
}
