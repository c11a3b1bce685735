import { mayStore } from "@/lib/consent";
import { storeClickIds } from "./click-store";
import { isRestored } from "./restored";
import { clickIdsIn, quizRedirect, repairedAddress } from "./rules";

/**
 * Repairs the address, then sends a paid visitor of the home page to the quiz, its click id stored before.
 * Answers whether the browser is leaving, so that nothing needs to be drawn.
 */
export function redirectPaidVisitor(): boolean {
  const repaired = repairedAddress(window.location.pathname, window.location.search);
  if (repaired) window.history.replaceState(window.history.state, "", repaired + window.location.hash);
  const target = quizAddress(window.location.href);
  if (target) window.location.replace(target);
  return target !== null;
}

/** Where the paid visitor of an address goes first, its click ids stored; null for everybody else. */
export function quizAddress(address: string): string | null {
  const { pathname, search } = new URL(address);
  const target = quizRedirect(pathname, search);
  // An id that we put there ourselves is no new click: loading the page again must not end in the quiz.
  if (!target || (address === window.location.href && isRestored())) return null;
  if (mayStore()) storeClickIds(clickIdsIn(search));
  return target;
}
