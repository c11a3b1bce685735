import { oneOf, sortBy, textUpTo, type UrlState } from "@/lib/url-state";

/** What the list shows, kept in the address so that a link shares it. */
export const filterReaders = {
  search: textUpTo(100),
  language: textUpTo(3),
  blacklisted: oneOf(["true"]),
  sort: sortBy(["lastBookedAt", "name", "bookings", "spent"]),
};

export type Filters = UrlState<typeof filterReaders>;

/** The filters and the order as a query for the server, without those that are not set. */
export function asQuery({ search, language, blacklisted, sort }: Filters) {
  const wanted = search?.trim();
  return {
    ...(wanted ? { search: wanted } : {}),
    ...(language && /^[a-z]{2,3}$/.test(language) ? { language } : {}),
    ...(blacklisted ? { blacklisted: true } : {}),
    ...(sort ? { sort } : {}),
  };
}
