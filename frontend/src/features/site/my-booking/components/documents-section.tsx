import { Trans, useLingui } from "@lingui/react/macro";
import { FileDown, FileText } from "lucide-react";
import { paths } from "@/config/paths";
import { formatMomentDay } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { documentUrl, type OwnDocument } from "../api";
import { Section } from "./section";

interface Props {
  documents: readonly OwnDocument[];
  /** Of the terms that were agreed to. */
  termsVersion: number | null;
}

/** What was agreed to, what was signed, and invoices. */
export function DocumentsSection({ documents, termsVersion }: Props) {
  const { t } = useLingui();
  const words = {
    agreement: t`Rental agreement`,
    protocol: t`Return protocol`,
    invoice: t`Invoice`,
    credit_note: t`Credit note`,
  };
  return (
    <Section title={t`Documents`}>
      <ul className="grid gap-1">
        {termsVersion !== null && (
          <li>
            <a
              className="flex min-h-11 items-center gap-3 font-semibold text-pine underline underline-offset-4"
              href={`${siteConfig().tenant.pathPrefix}${paths.terms}?version=${termsVersion}`}
            >
              <FileText aria-hidden size={18} className="shrink-0" />
              <Trans>Terms of Service, version {termsVersion}</Trans>
            </a>
          </li>
        )}
        {documents.map((document) => (
          <li key={document.id}>
            <a
              className="flex min-h-11 items-center gap-3 font-semibold text-pine underline underline-offset-4"
              href={documentUrl(document)}
              download
            >
              <FileDown aria-hidden size={18} className="shrink-0" />
              {[words[document.kind], document.name].filter(Boolean).join(" ")}
              <span className="tabular ml-auto text-sm font-normal text-muted">
                {formatMomentDay(document.createdAt)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
