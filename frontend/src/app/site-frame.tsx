import { useEffect } from "react";
import { Outlet, useLocation } from "react-router";
import { ConsentBar } from "@/features/click-tracking/consent-bar";
import { flush, flushOnLeave } from "@/features/quiz/outbox";

/** What all pages share. Admins are not asked about advertising. */
export function SiteFrame() {
  const isAdmin = useLocation().pathname.startsWith("/admin");
  // Quiz calls that could not be sent follow from any page, also after the quiz.
  useEffect(() => {
    void flush();
    window.addEventListener("online", flush);
    window.addEventListener("pagehide", flushOnLeave);
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("pagehide", flushOnLeave);
    };
  }, []);
  return (
    <>
      <Outlet />
      {!isAdmin && <ConsentBar />}
    </>
  );
}
