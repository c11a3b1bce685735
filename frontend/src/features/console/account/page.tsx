import { useLingui } from "@lingui/react/macro";
import { PageHeader } from "@/components/console/page-header";
import { hasRight, useRoleNames } from "@/features/console/shared/roles";
import { useMe } from "@/features/console/shared/session";
import { LanguagePanel } from "./components/language-panel";
import { NotificationsPanel } from "./components/notifications-panel";
import { PasswordPanel } from "./components/password-panel";
import { SecondFactorPanel } from "./components/second-factor-panel";
import { SessionsPanel } from "./components/sessions-panel";

/** One's own account: password, second factor, and where one is signed in. */
export function Component() {
  const { t } = useLingui();
  const { admin, tenant } = useMe();
  const { email } = admin;
  const role = useRoleNames().inSentence(admin);
  const company = tenant.name;
  return (
    <>
      <PageHeader
        title={t`Account settings`}
        description={
          admin.name
            ? t`${{ name: admin.name }}, ${email}, ${role} of ${company}.`
            : t`${email}, ${role} of ${company}.`
        }
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <LanguagePanel />
        <PasswordPanel />
        <SecondFactorPanel />
        {hasRight(admin.rights, "bookings") && <NotificationsPanel />}
        <SessionsPanel timezone={tenant.timezone} />
      </div>
    </>
  );
}
