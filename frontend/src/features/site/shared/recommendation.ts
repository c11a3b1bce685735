import { readJson, sessionStore } from "@/lib/storage";

/** What the quiz found for this visit: cars by their slugs, sentences in the page's language. No person in it. */
interface KeptRecommendation {
  car: string;
  reasons: string[];
  second: string | null;
  secondReason: string | null;
  groupSize: number | null;
  /** What the company's limits of the driver's age mean for the answers. */
  ageNote: string | null;
}

const key = "quiz_recommendation";
const groupKey = "quiz_group_size";

export function keepRecommendation(found: KeptRecommendation | null): void {
  if (!found) {
    forgetRecommendation();
    return;
  }
  sessionStore.set(key, JSON.stringify(found));
  // It outlasts the recommendation: the booking form begins with it.
  if (found.groupSize) sessionStore.set(groupKey, String(found.groupSize));
}

export function readRecommendation(): KeptRecommendation | null {
  return readJson<KeptRecommendation>(sessionStore, key);
}

export function hasRecommendation(): boolean {
  return sessionStore.get(key) !== null;
}

export function forgetRecommendation(): void {
  sessionStore.remove(key);
}

/** Number of travellers from the quiz; empty where it was not asked. */
export function recommendedGroup(): string {
  return sessionStore.get(groupKey) ?? "";
}
