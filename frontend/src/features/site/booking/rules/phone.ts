import { callingCodes } from "./calling-codes";

interface PhoneParts {
  /** Such as +995; empty when the number has no known country code. */
  prefix: string;
  /** The rest of the number, in the visitor's own grouping. */
  number: string;
}

const longestFirst = [...new Set(callingCodes.map((item) => item.prefix))].sort(
  (a, b) => b.length - a.length,
);

/**
 * Parses a typed, pasted or autofilled number: "+995 (599) 12-34-56", "00995599123456", "tel:+44…", or a number
 * without country code, for which `prefix` (the selected one) is used.
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
  // "+44 (0)20 …": the trunk zero of domestic calls.
  const number = rest.trim().replace(/^0\s+(?=\d)/, "");
  return { prefix, number };
}

export function joinPhone({ prefix, number }: PhoneParts): string {
  return prefix ? `${prefix} ${number}` : number;
}
