import { plural, t } from "@lingui/core/macro";

const day = 86_400_000;
const [week, month, year] = [7, 30.4, 365.25];

/** How long ago a review was written, in words. */
export function whenWritten(writtenOn: string, now = Date.now()): string {
  const days = (now - Date.parse(writtenOn)) / day;
  if (days >= year) return plural(Math.floor(days / year), { one: "# year ago", other: "# years ago" });
  if (days >= month) return plural(Math.floor(days / month), { one: "# month ago", other: "# months ago" });
  if (days >= week) return plural(Math.floor(days / week), { one: "# week ago", other: "# weeks ago" });
  return t`This week`;
}
