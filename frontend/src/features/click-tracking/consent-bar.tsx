import { useState } from "react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { forgetClickIds } from "./click-store";
import { consentState, decideConsent } from "./consent";
import { restartClickTracking } from "./tracking";

/** Asks once whether anything may be kept for advertising. Both answers are one tap; booking works with either. */
export function ConsentBar() {
  const [state, setState] = useState(consentState);
  if (state !== "unknown") return null;

  function decide(decision: "granted" | "refused") {
    decideConsent(decision);
    if (decision === "refused") forgetClickIds();
    // Tracked anew, so that the record carries the decision.
    restartClickTracking();
    setState(decision);
  }

  return (
    <section
      aria-label="Privacy choice"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-3xl flex-wrap items-center gap-3 rounded-2xl border border-line bg-white p-4 shadow-card"
    >
      <p className="grow basis-64 text-sm">
        May we remember which advertisement brought you here? It pays for our ads, nothing else.{" "}
        <Link className="underline underline-offset-4" to={paths.privacy}>
          Privacy policy
        </Link>
      </p>
      <div className="flex gap-2">
        <Button look="quiet" onClick={() => decide("refused")}>
          No, thanks
        </Button>
        <Button look="quiet" onClick={() => decide("granted")}>
          Yes, that is fine
        </Button>
      </div>
    </section>
  );
}
