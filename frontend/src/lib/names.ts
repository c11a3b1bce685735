/**
 * Names as people read them. The Python twin is platform/src/abano/core/text.py; both run
 * platform/tests/test_catalog_pricing/price_vectors.json.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: separators of files and records are blanks to Python
const blanks = /[\t-\r\u001c-\u001f\u0085\p{Z}\u2800]+/gu;

/** The text as it is seen: compatibility forms as plain ones, nothing invisible, single spaces within. */
export function clean(text: string): string {
  return text
    .normalize("NFKC")
    .replace(blanks, " ")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, "")
    .normalize("NFKC")
    .replace(/ +/g, " ")
    .trim();
}

/** How names are compared: clean, and whatever their case. */
export function fold(text: string): string {
  return clean(text).toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}
