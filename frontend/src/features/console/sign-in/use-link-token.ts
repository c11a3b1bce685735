import { useState } from "react";

/** The token behind the # of a link, which servers and logs never see. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  return token;
}
