import { Trans } from "@lingui/react/macro";
import { BookOpen } from "lucide-react";
import { buttonClass } from "@/components/ui/button";

/** Opens the page for developers, which the server writes: no page of the console. */
export function ApiReferenceLink() {
  return (
    <a href="/developers" target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
      <BookOpen aria-hidden size={18} /> <Trans>API reference</Trans>
    </a>
  );
}
