import { t } from "@lingui/core/macro";
import type { Insurance } from "@/lib/site-config";

/**
 * What a renter pays at most for damage to the car, as a line of what is covered or of what is not; `money` writes
 * the amount.
 */
export function coverOf(option: Insurance, money: (amount: number) => string) {
  const { bullets, exclusions, excess } = option;
  if (excess === null || excess === undefined) return { included: bullets, excluded: exclusions };
  if (excess === 0)
    return { included: [...bullets, t`No excess: nothing of a damage to pay`], excluded: exclusions };
  const most = money(excess);
  return {
    included: bullets,
    excluded: [...exclusions, t`You pay up to ${most} for damage to the car`],
  };
}
