export type Format = { series: string; format: string };

/** A document's number as it is printed, of a format with `{series}`, `{year}` and `{number}`. */
export function numberOf({ series, format }: Format, year: number, sequence: number): string {
  return format.replaceAll(/\{(series|year|number)(?::([1-9]))?\}/g, (_, name: string, digits?: string) => {
    if (name === "series") return series;
    if (name === "year") return digits === "2" ? String(year).slice(-2) : String(year);
    return String(sequence).padStart(Number(digits ?? 0), "0");
  });
}
