import { useEffect, useState } from "react";
import {
  askStandings,
  type CarStanding,
  isAvailabilityPromised,
  usualTime,
} from "@/features/site/shared/availability/ask";
import type { Search } from "@/features/site/shared/search/rules";

/** Older than this, what is shown is asked for again when the visitor comes back to the page. */
const freshMilliseconds = 60_000;

type Cars = ReadonlyMap<string, CarStanding>;

interface Answer {
  /** Which dates it is about. */
  key: string;
  /** By slug; null when it could not be learnt. */
  cars: Cars | null;
  at: number;
}

export interface Standings {
  /** `silent`: the company says nothing of it, or no dates are chosen. `away`: it could not be learnt. */
  state: "silent" | "asking" | "known" | "away";
  cars: Cars;
}

const none: Cars = new Map();

/** How the cars stand for a search. The page never waits for it, and says nothing where it is not known. */
export function useStandings(search: Search | null): Standings {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isSilent, setSilent] = useState(() => !isAvailabilityPromised());
  const pickupDate = search?.pickupDate;
  const returnDate = search?.returnDate;
  const key = isSilent || !pickupDate || !returnDate ? null : `${pickupDate} ${returnDate}`;

  useEffect(() => {
    if (!key || !pickupDate || !returnDate) return undefined;
    let isLeft = false;
    let last: Answer | null = null;
    async function ask(dates: { pickupDate: string; returnDate: string }, about: string) {
      let cars: Cars | null = null;
      try {
        const found = await askStandings({ ...dates, pickupTime: usualTime, returnTime: usualTime });
        if (isLeft) return;
        if (!found) setSilent(true);
        cars = found;
      } catch (error) {
        console.warn("availability not learnt", error);
      }
      last = { key: about, cars, at: Date.now() };
      if (!isLeft) setAnswer(last);
    }
    const begin = () => void ask({ pickupDate, returnDate }, key);
    const comeBack = () => {
      const isFresh = last?.cars && Date.now() - last.at < freshMilliseconds;
      if (document.visibilityState === "visible" && last && !isFresh) begin();
    };
    begin();
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("online", comeBack);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("online", comeBack);
    };
  }, [key, pickupDate, returnDate]);

  if (!key) return { state: "silent", cars: none };
  if (answer?.key !== key) return { state: "asking", cars: none };
  return answer.cars ? { state: "known", cars: answer.cars } : { state: "away", cars: none };
}
