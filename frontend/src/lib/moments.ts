/** Moments (ISO 8601) as the clocks of the company's time zone show them. */

/** A day and a time, such as 1 Jul 2026, 09:00. */
export function formatMoment(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(moment));
}

/** A time of the day, such as 09:00. */
export function formatTime(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(moment));
}

/** A time of the day to the second, such as 09:00:30; the moment in milliseconds since 1970. */
export function formatClock(milliseconds: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone }).format(milliseconds);
}

/** A day without its year and a time, such as Wed 1 Jul, 09:00: for lists. */
export function formatShortMoment(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  }).format(new Date(moment));
}

/** What is left until a moment: 3 h 20 min, 12 min, or null when it has passed. */
export function timeLeft(until: string, now: Date): string | null {
  const minutes = Math.ceil((Date.parse(until) - now.getTime()) / 60_000);
  if (minutes <= 0) return null;
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}
