import { Trans } from "@lingui/react/macro";
import { Bell } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";
import type { View } from "../rules/view";

const AlertRulesDialog = latePart(() =>
  import("./alert-rules-dialog").then((module) => module.AlertRulesDialog),
);

/** The company's own alerts. */
export function AlertRulesButton({ view }: { view: View }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet", "min-h-11 px-4 text-sm")}
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden size={16} /> <Trans>Alerts</Trans>
      </button>
      {isOpen && <AlertRulesDialog view={view} onClose={() => setOpen(false)} />}
    </>
  );
}
