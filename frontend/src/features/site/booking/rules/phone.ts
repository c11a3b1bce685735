import { callingCodes } from "./calling-codes";

export interface PhoneParts {
  /** Such as +995; empty when the number begins with no known one. */
  prefix: string;
  /** What follows it, in the visitor's own grouping. */
  number: string;
}

const longestFirst = [...new Set(callingCodes.map((item) => item.prefix))].sort(
  (a, b) => b.length - a.length,
);

/**
 * A number as people write, paste or have it filled in: "+995 (599) 12-34-56", "00995599123456", "tel:+44…", or
 * without a country code, for which `prefix` (the chosen one) is used.
 */
export function readPhone(text: string, prefix: string): PhoneParts {
  const plain = text
    .normalize("NFKC")
    .replace(/[^\d+\s().\-/]/g, "")
    .replace(/[().\-/\s]+/g, " ")
    .trim();
  const international = plain.replace(/^\+\s*/, "+").replace(/^00\s*(?=[1-9])/, "+");
  if (international.startsWith("+")) {
    const found = splitOff(international, longestFirst);
    if (found) return found;
    return { prefix: "", number: international };
  }
  // The country code typed again, without its plus.
  const digits = plain.replace(/\D/g, "");
  const code = prefix.slice(1);
  if (code && digits.startsWith(code) && digits.length >= code.length + minNational) {
    return splitOff(`+${plain}`, [prefix]) ?? { prefix, number: plain };
  }
  return { prefix, number: plain };
}

// Minimum number of national digits in almost every country.
const minNational = 8;

function splitOff(text: string, prefixes: string[]): PhoneParts | null {
  const digits = text.replace(/\s/g, "");
  const prefix = prefixes.find((candidate) => digits.startsWith(candidate));
  if (!prefix) return null;
  let rest = text;
  for (const letter of prefix) rest = rest.slice(rest.indexOf(letter) + 1);
  // "+44 (0)20 …": the zero is for calls within the country.
  const number = rest.trim().replace(/^0\s+(?=\d)/, "");
  return { prefix, number };
}

export function joinPhone({ prefix, number }: PhoneParts): string {
  return prefix ? `${prefix} ${number}` : number;
}
