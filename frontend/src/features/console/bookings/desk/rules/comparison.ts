import type { Price } from "../api";

type Line = Price["lines"][number];
interface ComparedLine {
  key: string;
  /** What both lines are for. */
  of: Line;
  agreed?: Line;
  fresh?: Line;
}

/** Two prices line by line. A line of only one price has an empty counterpart. */
export function comparison(agreed: readonly Line[], fresh: readonly Line[]): ComparedLine[] {
  const compared: ComparedLine[] = [];
  const place = (line: Line, side: "agreed" | "fresh") => {
    const name = `${line.code} ${line.label}`;
    const partner = compared.find((each) => each.key.startsWith(`${name} `) && !each[side]);
    if (partner) partner[side] = line;
    else compared.push({ key: `${name} ${compared.length}`, of: line, [side]: line });
  };
  for (const line of agreed) place(line, "agreed");
  for (const line of fresh) place(line, "fresh");
  return compared;
}
