import { type AddressState, oneOf, textUpTo } from "@/lib/address-state";

/** What the list shows, kept in the address so that a link shares it. */
export const filterReaders = {
  search: textUpTo(100),
  language: textUpTo(3),
  blacklisted: oneOf(["true"]),
};

export type Filters = AddressState<typeof filterReaders>;

/** The filters as a query for the server, without those that are not set. */
export function asQuery({ search, language, blacklisted }: Filters) {
  const wanted = search?.trim();
  return {
    ...(wanted ? { search: wanted } : {}),
    ...(language && /^[a-z]{2,3}$/.test(language) ? { language } : {}),
    ...(blacklisted ? { blacklisted: true } : {}),
  };
}
