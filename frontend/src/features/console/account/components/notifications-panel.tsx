import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Panel } from "@/components/console/panel";
import { toast } from "@/components/ui/toast";
import {
  turnOffNotifications,
  turnOnNotifications,
  useNotificationState,
} from "@/features/console/shared/notifications/state";
import { meQuery, useMe } from "@/features/console/shared/session";
import { api, bodyOf } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";

/** What the console reports by itself: the day's tasks by email, and notifications of this browser. */
export function NotificationsPanel() {
  return (
    <>
      <DailyEmailPanel />
      <BrowserPanel />
    </>
  );
}

function DailyEmailPanel() {
  const { t } = useLingui();
  const { hasDailyEmail } = useMe().admin;
  const client = useQueryClient();
  const choice = useMutation({
    mutationFn: (isOn: boolean) =>
      bodyOf(api.PUT("/api/admin/account/daily-email", { body: { hasDailyEmail: isOn } })),
    onSettled: () => client.invalidateQueries(meQuery),
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't save`, description: sentenceOf(error) }),
  });
  return (
    <Panel
      title={t`Daily email`}
      description={t`What is due today, at 7 in the morning. On days without tasks no email is sent.`}
    >
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-pine"
          disabled={choice.isPending}
          checked={choice.isPending ? choice.variables : hasDailyEmail}
          onChange={(event) => choice.mutate(event.target.checked)}
        />
        <Trans>Email me the day's tasks</Trans>
      </label>
    </Panel>
  );
}

/** Notifications of this browser while the console is open; off until chosen. */
function BrowserPanel() {
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
