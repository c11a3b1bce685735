import { paths } from "@/config/paths";
import { clickIdNames, handedOverNames, withoutParameters } from "@/lib/visitors-query";

/** Pure rules for click ids: their format, which visitors came from an ad, and how URLs are repaired. */

type ClickIdName = (typeof clickIdNames)[number];
export type ClickIds = Partial<Record<ClickIdName, string>>;

const form = /^[A-Za-z0-9_-]{1,200}$/;
const paidMedia = new Set(["cpc", "ppc", "paid_search"]);

/** Whether a text can be a click id. Blank ones do not count. */
export function isClickId(text: string | null | undefined): text is string {
  return typeof text === "string" && form.test(text.trim());
}

/** The valid click ids of a query string. */
export function clickIdsIn(search: string): ClickIds {
  const query = new URLSearchParams(search);
  const found: ClickIds = {};
  for (const name of clickIdNames) {
    const value = query.get(name)?.trim();
    if (isClickId(value)) found[name] = value;
  }
  return found;
}

/**
 * Whether the visitor came from a paid search ad. A click id of an unknown format also counts: it is not stored, but
 * stays in the URL.
 */
export function isPaidVisit(search: string): boolean {
  const query = new URLSearchParams(search);
  if (clickIdNames.some((name) => query.get(name)?.trim())) return true;
  const medium = query.get("utm_medium")?.toLowerCase() ?? "";
  return query.get("utm_source")?.toLowerCase() === "google" && paidMedia.has(medium);
}

/** The first page of a paid visitor: the quiz, with the whole query string, unless the quiz is done. */
export function quizRedirect(pathname: string, search: string): string | null {
  if (pathname !== "/" || !isPaidVisit(search)) return null;
  return new URLSearchParams(search).get("quiz_completed") === "true" ? null : `${paths.quiz}${search}`;
}

// Encoded once, or again by a redirecting service.
const encodedMark = /%(?:25)*3F(?=(?:gclid|gbraid|wbraid)(?:=|%(?:25)*3D))/i;
const clickPart = /^(?:gclid|gbraid|wbraid)(?:=|%(?:25)*3D)/i;

/** Decodes a click id's part of a query: no click id contains an equals sign or an ampersand. */
function decodedPart(part: string): string {
  return clickPart.test(part) ? part.replace(/%(?:25)*3D/gi, "=").replace(/%(?:25)*26/gi, "&") : part;
}

/**
 * Some links arrive with their query encoded, as in /%3Fgclid=abc, ?%3Fgclid%3Dabc or ?gclid%3Dabc. Returns the
 * corrected path and query, or null when nothing is wrong.
 */
export function repairedUrl(pathname: string, search: string): string | null {
  const [start = "", ...marked] = (pathname + search).split(encodedMark);
  const [path = "", ...given] = start.split(/\?(.*)/s);
  const parts = [...given, ...marked].flatMap((query) => query.split("&")).filter(Boolean);
  const decoded = parts.map(decodedPart);
  if (marked.length === 0 && decoded.every((part, at) => part === parts[at])) return null;
  return `${path || "/"}?${decoded.join("&")}`;
}

/** The query string without identifiers: click ids, quiz session, the device's fingerprint. */
export function withoutIds(search: string): string {
  return withoutParameters(search, [...clickIdNames, ...handedOverNames]);
}

/** The query string with these click ids added where they are missing. */
export function withClickIds(search: string, ids: ClickIds): string {
  const query = new URLSearchParams(search);
  for (const name of clickIdNames) {
    const value = ids[name];
    if (value && !query.get(name)) query.set(name, value);
  }
  const text = query.toString();
  return text ? `?${text}` : "";
}
