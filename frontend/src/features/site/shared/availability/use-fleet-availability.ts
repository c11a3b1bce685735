import { useEffect, useState } from "react";
import { type CarAvailability, fetchAvailability, isAvailabilityPromised, type Period } from "./ask";

/** Availability older than this is refetched when the visitor returns to the page. */
const freshMilliseconds = 60_000;

type Cars = ReadonlyMap<string, CarAvailability>;

interface Answer {
  /** The dates of the availability. */
  key: string;
  /** By slug; null when it could not be loaded. */
  cars: Cars | null;
  at: number;
}

export interface FleetAvailability {
  /** `silent`: not tracked by the company, or no dates are chosen. `away`: could not be loaded. */
  state: "silent" | "asking" | "known" | "away";
  cars: Cars;
}

const none: Cars = new Map();

/** A period as a string, so that effects can compare it. */
const keyOf = (search: Period) =>
  [search.pickupDate, search.pickupTime, search.returnDate, search.returnTime].join(" ");

function periodOf(key: string): Period {
  const [pickupDate = "", pickupTime = "", returnDate = "", returnTime = ""] = key.split(" ");
  return { pickupDate, pickupTime, returnDate, returnTime };
}

/** Availability of the cars for a search. The page does not wait for it, and shows nothing until it is known. */
export function useFleetAvailability(search: Period | null): FleetAvailability {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isSilent, setSilent] = useState(() => !isAvailabilityPromised());
  const key = isSilent || !search ? null : keyOf(search);

  useEffect(() => {
    if (!key) return undefined;
    let isLeft = false;
    let last: Answer | null = null;
    async function ask(about: string) {
      let cars: Cars | null = null;
      try {
        const found = await fetchAvailability(periodOf(about));
        if (isLeft) return;
        if (!found) setSilent(true);
        cars = found;
      } catch (error) {
        console.warn("availability not learnt", error);
      }
      last = { key: about, cars, at: Date.now() };
      if (!isLeft) setAnswer(last);
    }
    const begin = () => void ask(key);
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
  }, [key]);

  if (!key) return { state: "silent", cars: none };
  if (answer?.key !== key) return { state: "asking", cars: none };
  return answer.cars ? { state: "known", cars: answer.cars } : { state: "away", cars: none };
}
