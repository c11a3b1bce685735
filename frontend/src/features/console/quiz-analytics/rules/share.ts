import { formatRate } from "@/lib/format";

/** A share in percent of `whole`; a dash for a share of nothing. */
export const shareOf = (rate: number, whole: number): string => (whole > 0 ? formatRate(rate) : "–");
