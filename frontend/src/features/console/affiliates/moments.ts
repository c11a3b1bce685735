/** A moment as the clocks of the company's zone show it, such as 10 Jun 2026, 13:00. */
export function moment(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(
    new Date(iso),
  );
}
