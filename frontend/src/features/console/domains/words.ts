import { t } from "@lingui/core/macro";
import { formatDate } from "@/lib/format";
import type { Domain } from "./api";

export interface DomainStatus {
  text: string;
  isGood: boolean;
}

/** Whether the name leads here. */
export function dnsWords({ dns, addresses }: Domain): DomainStatus {
  const list = addresses.join(", ");
  switch (dns) {
    case "here":
      return { text: t`DNS points here.`, isGood: true };
    case "elsewhere":
      return { text: t`DNS points elsewhere: ${list}`, isGood: false };
    case "taken":
      return { text: t`Another company has this domain.`, isGood: false };
    case "missing":
      return { text: t`No DNS record yet.`, isGood: false };
    case "unknown":
      return { text: t`DNS points to ${list}.`, isGood: true };
    default:
      return { text: t`Not looked at yet.`, isGood: false };
  }
}

/** What the certificate says, on its last day before it is renewed. */
export function certificateWords({ certificate }: Domain): DomainStatus {
  if (certificate?.state === "valid") {
    const until = certificate.until ? formatDate(certificate.until) : "";
    return { text: t`The certificate holds until ${until}.`, isGood: true };
  }
  if (certificate?.state === "invalid") {
    const problem = certificate.problem ?? "";
    return { text: t`The certificate is not trusted: ${problem}`, isGood: false };
  }
  return { text: t`No certificate was found yet.`, isGood: false };
}
