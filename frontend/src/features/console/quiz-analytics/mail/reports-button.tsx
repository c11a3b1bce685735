import { Trans } from "@lingui/react/macro";
import { Mail } from "lucide-react";
import { useState } from "react";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import type { View } from "../rules/view";
import { ReportsDialog } from "./reports-dialog";

/** Email reports, and alerts when a metric drops. */
export function ReportsButton({ view }: { view: View }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <WithAccess>
        <button
          type="button"
          className={buttonClass("quiet", "min-h-11 px-4 text-sm")}
          onClick={() => setOpen(true)}
        >
          <Mail aria-hidden size={16} /> <Trans>Reports by email</Trans>
        </button>
      </WithAccess>
      {isOpen && <ReportsDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}
