/** The dates of a season, both included, as yyyy-mm-dd; with every year they count without their year. */
export interface SeasonDates {
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
