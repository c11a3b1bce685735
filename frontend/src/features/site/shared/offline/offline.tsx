import { useEffect } from "react";
import { keepSiteOffline } from "./keep-site";
import { KeptNotice } from "./kept-notice";

/** Keeps the public site for a tunnel, and says when it is shown from what was kept. */
export function Offline() {
  useEffect(() => {
    keepSiteOffline().catch(() => undefined);
  }, []);
  return <KeptNotice />;
}
