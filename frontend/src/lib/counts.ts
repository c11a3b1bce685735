/** A number with its noun: "1 day", "2 days", "1,200 bookings". `many` where an s does not make the plural. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
