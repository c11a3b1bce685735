import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { siteConfig } from "@/lib/site-config";
import { awaitHeading } from "./components/step-heading";
import type { Draft } from "./draft";
import { reachableStep, type Step } from "./rules/order";

/** The wizard's state in a history entry. `pushed`: the previous entry is the previous step. */
interface StepEntry {
  step?: Step;
  pushed?: boolean;
}

/**
 * The current step. Each step is a history entry, so that the browser's Back returns to the previous step.
 * The router navigates when the browser is idle; the step must change immediately.
 */
export function useStep(draft: Draft) {
  const navigate = useNavigate();
  const location = useLocation();
  const entry = (location.state ?? {}) as StepEntry;
  const [pressed, setPressed] = useState<Step>();
  const step = reachableStep(pressed ?? entry.step ?? draft.step, draft, siteConfig());
  const saidOf = useRef("");

  function go(state: StepEntry, replace = false) {
    saidOf.current = location.key;
    navigate({ search: window.location.search }, { replace, preventScrollReset: true, state });
  }

  /**
   * Stores the step in the first entry, too, so that returning to it shows that step and not the newest. A press
   * before the effect calls this first: later, it would overwrite the entry of the press.
   */
  function sayStep() {
    if (entry.step === undefined && saidOf.current !== location.key) go({ step }, true);
  }
  // In a separate task: the router reads the scroll position first, which forces a layout.
  useEffect(() => {
    const timer = window.setTimeout(sayStep);
    return () => window.clearTimeout(timer);
  });

  useEffect(() => {
    if (entry.step === pressed) setPressed(undefined);
  }, [entry.step, pressed]);
  useEffect(() => {
    const forget = () => setPressed(undefined);
    window.addEventListener("popstate", forget);
    return () => window.removeEventListener("popstate", forget);
  }, []);

  function forward(next: Step) {
    sayStep();
    awaitHeading();
    setPressed(next);
    go({ step: next, pushed: true });
  }

  function back() {
    awaitHeading();
    if (entry.pushed && pressed === undefined) {
      navigate(-1);
      return;
    }
    const previous = (step - 1) as Step;
    setPressed(previous);
    go({ step: previous }, true);
  }

  /** A new entry, so that the browser's Back returns to the previous step. */
  function jump(to: Step) {
    sayStep();
    setPressed(to);
    go({ step: to });
  }

  return { step, forward, back, jump };
}
