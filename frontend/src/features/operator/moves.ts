import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "@/lib/query-client";
import { call, companiesKey, companyQuery } from "./api";

/** Moves of the operator console's API: platform/src/abano/operators/console/move_endpoints.py. */
export interface Move {
  operator: string;
  reason: string;
  source: string;
  /** Where the company was already: its way back is ended. */
  target: string;
  keepsWayBack: boolean;
  requestedAt: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  startedAt: string | null;
  attempts: number;
  /** Empty until it began. */
  step: "" | "copying" | "switching" | "removing";
  tablesDone: number;
  tables: number;
  rowsCopied: number;
  /** The worker's last sign of life. */
  progressAt: string | null;
  /** Of the last attempt. */
  error: string;
  /** Empty: not cancelled. */
  cancelledBy: string;
  finishedAt: string | null;
}

interface MovesAnswer {
  cluster: string;
  /** Clusters it can be moved to; none: there is one cluster. */
  targets: string[];
  /** The cluster that follows it, so that it can move back at once; empty: none. */
  wayBack: string;
  move: Move | null;
}

const pollMs = 2000;
const movePath = (slug: string) => `/companies/${encodeURIComponent(slug)}/move`;
export const isUnderWay = (move: Move | null) => move !== null && move.finishedAt === null;

export const moveQuery = (slug: string) =>
  queryOptions({
    queryKey: ["company-move", slug],
    queryFn: async () => {
      const wasUnderWay = isUnderWay(
        queryClient.getQueryData<MovesAnswer>(["company-move", slug])?.move ?? null,
      );
      const answer = await call<MovesAnswer>(movePath(slug));
      if (wasUnderWay && !isUnderWay(answer.move)) refreshCompany(slug);
      return answer;
    },
    staleTime: 0,
    refetchInterval: ({ state }) => isUnderWay(state.data?.move ?? null) && pollMs,
  });

export async function changeMove(slug: string, path: "" | "/cancel", body: object): Promise<void> {
  const answer = await call<MovesAnswer>(`${movePath(slug)}${path}`, body);
  queryClient.setQueryData(moveQuery(slug).queryKey, answer);
  refreshCompany(slug);
}

function refreshCompany(slug: string): void {
  void queryClient.invalidateQueries({ queryKey: companiesKey });
  void queryClient.invalidateQueries({ queryKey: companyQuery(slug).queryKey });
}
