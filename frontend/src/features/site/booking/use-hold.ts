import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Alternatives, isAvailabilityPromised } from "@/features/site/shared/availability/ask";
import { type HoldAnswer, holdCar, type Trip } from "./hold";

/** Activity with less time left than this renews the hold. */
const renewBelowMilliseconds = 5 * 60_000;
const actions = ["input", "keydown", "pointerdown"] as const;

export interface Hold {
  /**
   * `none`: nothing to show. `free`: not held, but not taken either. `sought`: others hold the last one. `away`: the
   * server was unreachable.
   */
  state: "none" | "asking" | "held" | "over" | "free" | "sought" | "booked" | "away";
  /** The end of the hold, while it is held. */
  until: number | null;
  alternatives: Alternatives | null;
  /** Requests the hold again. */
  again: () => void;
}

/** Holds the car in the last step, and renews the hold while the visitor is active there. */
export function useHold(trip: Trip): Hold {
  const query = useQuery({
    queryKey: ["hold", trip],
    queryFn: () => holdCar(trip),
    enabled: isAvailabilityPromised(),
    // Returning to the step requests the hold again: another car may have been held in the meantime.
    gcTime: 0,
    networkMode: "always",
    refetchOnReconnect: ({ state }) => state.status === "error",
  });
  const { data, isError, isFetching, refetch } = query;
  const until = data?.until ?? null;
  const isOver = usePassed(until);
  const isHeld = until !== null && !isOver;

  useEffect(() => {
    if (!isHeld || until === null) return undefined;
    const renew = () => {
      if (until - Date.now() < renewBelowMilliseconds) void refetch({ cancelRefetch: false });
    };
    for (const action of actions) document.addEventListener(action, renew);
    return () => {
      for (const action of actions) document.removeEventListener(action, renew);
    };
  }, [isHeld, until, refetch]);

  return {
    state: stateOf(data, isError, isOver, isFetching),
    until,
    alternatives: data?.alternatives ?? null,
    again: () => void refetch({ cancelRefetch: false }),
  };
}

function stateOf(
  data: HoldAnswer | undefined,
  isError: boolean,
  isOver: boolean,
  isAsking: boolean,
): Hold["state"] {
  if (!isAvailabilityPromised()) return "none";
  if (!data) return isError && !isAsking ? "away" : "asking";
  if (data.until !== null) return isOver ? "over" : "held";
  switch (data.car?.state) {
    case "available":
    case "few":
      return "free";
    case "held":
      return "sought";
    case "booked":
      return "booked";
    default:
      return "none";
  }
}

/** Whether a moment has passed; rerenders when it does. */
function usePassed(moment: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (moment === null) return undefined;
    const timer = window.setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()));
    return () => window.clearTimeout(timer);
  }, [moment]);
  return moment !== null && passed === moment;
}
