import { PageHeader } from "@/components/console/page-header";
import { useMe } from "@/features/console/shared/session";
import { PasswordPanel } from "./components/password-panel";
import { SecondFactorPanel } from "./components/second-factor-panel";
import { SessionsPanel } from "./components/sessions-panel";

/** One's own account: password, second factor, and where one is signed in. */
export function Component() {
  const { admin, tenant } = useMe();
  return (
    <>
      <PageHeader
        title="Account settings"
        description={`${admin.name ? `${admin.name}, ` : ""}${admin.email}, ${admin.role} of ${tenant.name}.`}
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <PasswordPanel />
        <SecondFactorPanel />
        <SessionsPanel timezone={tenant.timezone} />
      </div>
    </>
  );
}
