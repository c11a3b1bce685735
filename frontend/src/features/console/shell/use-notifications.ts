import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "@/config/paths";
import {
  newsOf,
  notify,
  type TodayCount,
  useNotificationState,
} from "@/features/console/shared/notifications/state";
import { todayCountQuery } from "./api";

/** Shows new bookings of the site and late returns as notifications of the browser, where they are turned on. */
export function useNotifications(canSeeToday: boolean): void {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isOn = useNotificationState() === "on" && canSeeToday;
  // The tab need not be in front.
  const { data } = useQuery({ ...todayCountQuery, enabled: isOn, refetchIntervalInBackground: isOn });
  const before = useRef<TodayCount>(undefined);
  useEffect(() => {
    if (!data || !isOn) return;
    for (const each of newsOf(before.current, data)) {
      if (each === "booking")
        notify(t`New booking`, t`Someone booked on your site.`, "abano-booking", () => {
          void navigate(paths.admin.bookings);
        });
      else
        notify(t`Late return`, t`A vehicle should be back by now.`, "abano-late", () => {
          void navigate(paths.admin.today);
        });
    }
    before.current = data;
  }, [data, isOn, navigate, t]);
}
