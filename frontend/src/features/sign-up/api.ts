import { queryOptions } from "@tanstack/react-query";
import { refusalOf } from "@/lib/api";

/** The API of the sign-up, an application of its own: platform/src/abano/operators/sign_up/schemas.py. */
export interface CountryOption {
  code: string;
  currency: string;
  timezone: string;
  /** Official ones, the most used first. */
  languages: string[];
}

export interface Options {
  mode: "invitation" | "open";
  siteDomain: string;
  /** Empty: no bot check. */
  botCheckKey: string;
  languages: string[];
  currencies: string[];
  countries: CountryOption[];
}

export interface SignUp {
  companyName: string;
  slug: string;
  email: string;
  country: string;
  currency: string;
  timezone: string;
  language: string;
}

export interface SignUpState {
  state: "unconfirmed" | "slug_taken" | "creating" | "ready";
  email: string;
  companyName: string;
  slug: string;
  /** Of the company's site, once it is ready. */
  origin: string | null;
}

/** A refused call throws ApiError, a broken network TypeError. */
export async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`/api/sign-up${path}`, {
    method: body ? "POST" : "GET",
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!response.ok) throw await refusalOf(response);
  return (await response.json()) as T;
}

export const optionsQuery = queryOptions({
  queryKey: ["options"],
  queryFn: () => call<Options>("/options"),
});

export const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ["slug", slug],
    queryFn: () => call<{ host: string }>("/slug", { slug }),
    enabled: slug !== "",
    // Someone else may have taken it since.
    staleTime: 30_000,
    gcTime: 30_000,
  });

const pollMs = 1500;

export const stateQuery = (token: string) =>
  queryOptions({
    queryKey: ["state", token],
    queryFn: () => call<SignUpState>("/state", { token }),
    enabled: token !== "",
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "creating" ? pollMs : false),
  });
