import { Outlet, useLocation } from "react-router";
import { ConsentBar } from "@/features/click-tracking/consent-bar";

/** What all pages share. Admins are not asked about advertising. */
export function SiteFrame() {
  const isAdmin = useLocation().pathname.startsWith("/admin");
  return (
    <>
      <Outlet />
      {!isAdmin && <ConsentBar />}
    </>
  );
}
