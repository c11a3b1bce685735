import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "@/lib/query-client";
import { call, companiesKey, companyQuery } from "./api";

export interface CompanyExport {
  id: string;
  requestedAt: string;
  state: "pending" | "ready" | "failed";
  expiresAt: string | null;
  bytes: number;
  missingFiles: number;
}

interface CompanyData {
  /** As it is typed to delete the company. */
  companyName: string;
  graceDays: number;
  deletesAt: string | null;
  requestedAt: string | null;
  requestedBy: "owner" | "operator" | null;
  /** Whether the removal has begun, which cannot be undone. */
  hasBegun: boolean;
  exports: CompanyExport[];
}

const pollMs = 5000;
const dataPath = (slug: string) => `/companies/${encodeURIComponent(slug)}/data`;

export const companyDataQuery = (slug: string) =>
  queryOptions({
    queryKey: ["company-data", slug],
    queryFn: () => call<CompanyData>(dataPath(slug)),
    staleTime: 0,
    // While the worker writes an export.
    refetchInterval: ({ state }) => state.data?.exports.some((each) => each.state === "pending") && pollMs,
  });

type DataVerb = "exports" | "deletion" | "deletion/undo";

export async function changeData(slug: string, verb: DataVerb, body: object): Promise<void> {
  const answer = await call<CompanyData>(`${dataPath(slug)}/${verb}`, body);
  queryClient.setQueryData(companyDataQuery(slug).queryKey, answer);
  void queryClient.invalidateQueries({ queryKey: companiesKey });
  void queryClient.invalidateQueries({ queryKey: companyQuery(slug).queryKey });
}
