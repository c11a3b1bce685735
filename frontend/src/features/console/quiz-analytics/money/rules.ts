import { msg } from "@lingui/core/macro";
import { formatMoney, formatNumber } from "@/lib/format";
import { oneOf } from "@/lib/url-state";

export const windows = ["7", "30", "90"] as const;
export const credits = ["last", "first", "linear"] as const;

/** How bookings are attributed to sessions; in the address, so that a link shares it. */
export interface Attribution {
  windowDays: (typeof windows)[number];
  credit: (typeof credits)[number];
}

export const attributionReaders = { windowDays: oneOf(windows), credit: oneOf(credits) };

/** How costs are entered; in the address while the dialog is open. */
export const ways = ["upload", "type", "google"] as const;
export type Way = (typeof ways)[number];

export const waysReaders = { costs: oneOf(ways) };

export const creditWords = {
  last: msg({ message: "last session", context: "attribution" }),
  first: msg({ message: "first session", context: "attribution" }),
  linear: msg({ message: "all sessions in equal parts", context: "attribution" }),
} as const;

/** Parts of bookings, where a booking is shared among sessions: 3 or 2.5. */
export const bookingsText = (bookings: number) => formatNumber(bookings, Number.isInteger(bookings) ? 0 : 1);

/** A return such as 4.2 ×. */
export const returnText = (times: number) => `${formatNumber(times, times < 100 ? 1 : 0)} ×`;

const centsBelow = 100;

/** An amount, from a hundred on without its cents; a dash where there is none. */
export const moneyText = (amount: number | null, currency: string) =>
  amount === null ? none : formatMoney(amount < centsBelow ? amount : Math.round(amount), currency);

/** Shown where there is no value. */
export const none = "–";

/** The edges of an interval as one reads them, or null where there are too few bookings. */
export function spanOf(
  low: number | null,
  high: number | null,
  text: (value: number) => string,
): string | null {
  return low === null || high === null ? null : `${text(low)} – ${text(high)}`;
}

const chunk = 0x8000;

/** A file as it is sent: packed with gzip, then as base64. */
export async function packed(file: Blob): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk)
    text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}
