import type { Insurance } from "@/lib/site-config";

/**
 * What a renter pays at most for damage to the car, as a line of what is covered or of what is not; `money` writes
 * the amount.
 */
export function coverOf(option: Insurance, money: (amount: number) => string) {
  const { bullets, exclusions, excess } = option;
  if (excess === null || excess === undefined) return { included: bullets, excluded: exclusions };
  if (excess === 0)
    return { included: [...bullets, "No excess: nothing of a damage to pay"], excluded: exclusions };
  return {
    included: bullets,
    excluded: [...exclusions, `You pay up to ${money(excess)} for damage to the car`],
  };
}
