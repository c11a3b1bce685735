const colors = ["bg-accent", "bg-pine", "bg-ridge", "bg-slate", "bg-sky"] as const;

/** The colour of the season at this place of the list. */
export function colorOf(place: number): string {
  return colors[place % colors.length] ?? colors[0];
}
