import { i18n, type MessageDescriptor } from "@lingui/core";
import { formatMoney } from "./format";
import { activeLanguage, loadCatalogues } from "./i18n";

/** A server message: a code with parameters, and the English text. */
interface ServerSentence {
  code: string;
  message: string;
  params?: Record<string, string | number> | null;
}

// Texts written by the server.
const written = "en";
const day = /^(\d{4})-(\d{2})-(\d{2})$/;
let known: Record<string, MessageDescriptor> = {};

/** Loads the server's messages in the active language. Without them the English ones are shown. */
export async function loadServerMessages(): Promise<void> {
  if (activeLanguage() === written) return;
  try {
    const [{ serverMessages }] = await Promise.all([
      import("@/api/server-messages.gen"),
      loadCatalogues("server"),
    ]);
    known = serverMessages;
  } catch {
    // Falls back to the English text.
  }
}

/** The message in the active language, or in English if it is not translated. */
export function sentenceIn({ code, message, params }: ServerSentence): string {
  const id = Object.hasOwn(known, code) ? known[code]?.id : undefined;
  if (activeLanguage() === written || !id || !i18n.messages[id]) return withMoney(message, params ?? {});
  return i18n._(id, valuesOf(params ?? {}));
}

const money = /^(\d+(?:\.\d+)?) ([A-Z]{3})$/;

/** Formats "272.50 EUR" for the reader; null if it is not an amount of money. */
function moneyOf(value: string): string | null {
  const [, amount, currency] = money.exec(value) ?? [];
  return amount && currency ? formatMoney(Number(amount), currency) : null;
}

/** The English text, with amounts of money in the reader's format. */
function withMoney(message: string, params: Record<string, string | number>): string {
  return Object.values(params).reduce<string>((text, value) => {
    const amount = typeof value === "string" ? moneyOf(value) : null;
    return amount === null ? text : text.replace(String(value), amount);
  }, message);
}

/** A plain date is in the reader's time zone; the browser would parse it as midnight UTC. */
function valuesOf(params: Record<string, string | number>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const found = typeof value === "string" ? day.exec(value) : null;
      const amount = typeof value === "string" ? moneyOf(value) : null;
      if (amount !== null) return [name, amount];
      return [name, found ? new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3])) : value];
    }),
  );
}
