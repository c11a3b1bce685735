const dayMilliseconds = 86_400_000;

/** Today's date (yyyy-mm-dd) as the clocks of a time zone show it. */
export function todayIn(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}

/** What the clocks of a time zone show now, as yyyy-mm-ddThh:mm. */
export function nowIn(timeZone: string, now = new Date()): string {
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return `${todayIn(timeZone, now)}T${time.format(now)}`;
}

/** Wall-clock difference between two local moments in started days; daylight saving plays no part. */
export function startedDays(from: string, to: string): number {
  return Math.ceil((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / dayMilliseconds);
}

/** Started days between pickup and return; 0 while they are incomplete or the wrong way round. */
export function rentalDays(form: {
  pickupDate: string;
  pickupTime: string;
  returnDate: string;
  returnTime: string;
}): number {
  const days = startedDays(
    `${form.pickupDate}T${form.pickupTime}:00`,
    `${form.returnDate}T${form.returnTime}:00`,
  );
  return Number.isNaN(days) ? 0 : Math.max(days, 0);
}

/** Days between two dates (yyyy-mm-dd). NaN when one is missing. */
export function daysBetween(pickupDate: string, returnDate: string): number {
  return startedDays(`${pickupDate}T00:00:00`, `${returnDate}T00:00:00`);
}

/** The date some days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10);
}

/** The moment (ISO 8601, UTC) at which the clocks of a time zone show a wall time, given as yyyy-mm-ddThh:mm. */
export function momentIn(timeZone: string, wallTime: string): string {
  const wanted = Date.parse(`${wallTime}Z`);
  const shift = (moment: number) => Date.parse(`${nowIn(timeZone, new Date(moment))}Z`) - moment;
  // The second look is for the hours around a change of the clocks.
  return new Date(wanted - shift(wanted - shift(wanted))).toISOString();
}

/** The dates of a season, both included, as yyyy-mm-dd; with every year they count without their year. */
interface SeasonDates {
  starts: string;
  ends: string;
  everyYear: boolean;
}

export function holdsDay({ starts, ends, everyYear }: SeasonDates, day: string): boolean {
  if (!everyYear) return starts <= day && day <= ends;
  const [first, last, asked] = [starts, ends, day].map((date) => date.slice(5)) as [string, string, string];
  // Over the turn of the year, where it ends in a later one than it starts in.
  if (starts.slice(0, 4) === ends.slice(0, 4)) return first <= asked && asked <= last;
  return asked >= first || asked <= last;
}
