import { queryOptions } from "@tanstack/react-query";
import { refusalOf } from "@/lib/api";

/** The operator console's API, an application of its own: platform/src/abano/operators/console/schemas.py. */
export type Stage = "code" | "enrolment" | "signed_in";

export interface Operator {
  email: string;
  name: string;
  stage: Stage;
  expiresAt: string;
}

export interface Usage {
  people: number;
  newestSessionAt: string | null;
  bookings: number;
  quizSessions: number;
  vehicles: number;
  storageBytes: number;
  failedEmails: number;
  oldestEmailAt: string | null;
}

export interface Company {
  slug: string;
  name: string;
  status: "active" | "suspended";
  cluster: string;
  createdAt: string;
  isDefault: boolean;
  suspensionReason: string;
  suspendedAt: string | null;
  hosts: string[];
  isOpen: boolean;
  failingJobs: number;
  /** Null for a company on another cluster. */
  usage: Usage | null;
}

export interface Entry {
  id: string;
  happenedAt: string;
  /** The email address; empty at the command line. */
  operator: string;
  ip: string | null;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

export interface Setup {
  secret: string;
  uri: string;
  qrSvg: string;
}

/** Calls the operator console's API. A refused call throws ApiError, a broken network TypeError. */
export async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`/api/operator${path}`, {
    method: body ? "POST" : "GET",
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: () => call<{ operator: Operator }>("/me"),
});

export const companiesKey = ["companies"];

export interface CompaniesFilter {
  search: string;
  sort: string;
  isDescending: boolean;
  offset: number;
}

export const companiesQuery = ({ search, sort, isDescending, offset }: CompaniesFilter) =>
  queryOptions({
    queryKey: [...companiesKey, search, sort, isDescending, offset],
    queryFn: () => {
      const query = new URLSearchParams({
        search,
        sort,
        descending: String(isDescending),
        offset: String(offset),
      });
      return call<{ companies: Company[]; total: number; pageSize: number }>(`/companies?${query}`);
    },
    placeholderData: (before) => before,
    staleTime: 0,
  });

export interface CompanyAnswer {
  company: Company;
  entries: Entry[];
}

export const companyQuery = (slug: string) =>
  queryOptions({
    queryKey: ["company", slug],
    queryFn: () => call<CompanyAnswer>(`/companies/${encodeURIComponent(slug)}`),
    staleTime: 0,
  });
