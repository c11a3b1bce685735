import { storeClickIds } from "./click-store";
import { mayStore } from "./consent";
import { clickIdsIn, quizRedirect, repairedAddress } from "./rules";

/**
 * Repairs the address, then sends a paid visitor of the home page to the quiz, its click id stored before.
 * Answers whether the browser is leaving, so that nothing needs to be drawn.
 */
export function redirectPaidVisitor(): boolean {
  const repaired = repairedAddress(window.location.pathname, window.location.search);
  if (repaired) window.history.replaceState(window.history.state, "", repaired + window.location.hash);
  const { pathname, search } = window.location;
  const target = quizRedirect(pathname, search);
  if (!target) return false;
  if (mayStore()) storeClickIds(clickIdsIn(search));
  window.location.replace(target);
  return true;
}
