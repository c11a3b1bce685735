import { queryOptions } from "@tanstack/react-query";
import { refusalOf } from "@/lib/api";

/** The operator console's API, an application of its own: platform/src/abano/operators/console/schemas.py. */
export type Stage = "code" | "enrolment" | "signed_in";

interface Operator {
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
  domains: number;
  emailsToday: number;
  quizSessionsMonth: number;
  apiCallsMonth: number;
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
  /** When everything of it is removed; null: it is not being deleted. */
  deletesAt: string | null;
  hosts: string[];
  isOpen: boolean;
  failingJobs: number;
  plan: string;
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

interface CompaniesFilter {
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

interface CompanyOptions {
  /** Under which the slug is the site's address; empty: a domain has to be entered. */
  siteDomain: string;
  /** ISO 3166-1 codes. */
  countries: string[];
}

export const companyOptionsQuery = queryOptions({
  queryKey: ["company-options"],
  queryFn: () => call<CompanyOptions>("/company-options"),
});

export interface SupportSession {
  id: string;
  operator: string;
  reason: string;
  state: "waiting" | "ready" | "running" | "ended" | "declined" | "expired";
  mayChangeDrafts: boolean;
  requestedAt: string;
  beganAt: string | null;
  expiresAt: string | null;
  endedAt: string | null;
}

export interface SupportAnswer {
  sessions: SupportSession[];
}

export const supportPath = (slug: string) => `/companies/${encodeURIComponent(slug)}/support`;

const supportPollMs = 10_000;

export const supportQuery = (slug: string) =>
  queryOptions({
    queryKey: ["support", slug],
    queryFn: () => call<SupportAnswer>(supportPath(slug)),
    staleTime: 0,
    // While an owner may answer, or end it.
    refetchInterval: (query) =>
      query.state.data?.sessions.some(({ state }) => ["waiting", "ready", "running"].includes(state)) &&
      supportPollMs,
  });
