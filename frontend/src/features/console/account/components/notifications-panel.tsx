import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import {
  turnOffNotifications,
  turnOnNotifications,
  useNotificationState,
} from "@/features/console/shared/notifications/state";

/** Notifications of this browser while the console is open; off until chosen. */
export function NotificationsPanel() {
  const { t } = useLingui();
  const state = useNotificationState();
  const isFixed = state === "unsupported" || state === "blocked";
  return (
    <Panel
      title={t`Browser notifications`}
      description={t`New bookings on your site and late returns, in this browser while the console is open.`}
    >
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-pine"
          disabled={isFixed}
          checked={state === "on"}
          onChange={(event) => {
            if (!event.target.checked) turnOffNotifications();
            else
              void turnOnNotifications(
                t`Notifications are on`,
                t`New bookings and late returns appear here.`,
              );
          }}
        />
        <Trans>Notify me in this browser</Trans>
      </label>
      {state === "blocked" && (
        <p className="text-sm text-slate">
          <Trans>Your browser blocks notifications of this site. Allow them in its settings first.</Trans>
        </p>
      )}
      {state === "unsupported" && (
        <p className="text-sm text-slate">
          <Trans>This browser can't show notifications.</Trans>
        </p>
      )}
    </Panel>
  );
}
