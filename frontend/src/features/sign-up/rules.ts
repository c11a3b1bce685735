import type { CountryOption } from "./api";

export const maxSlug = 40;
export const minSlug = 3;

// As passports spell them.
const georgian = "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ";
const georgianLatin = "a-b-g-d-e-v-z-t-i-k-l-m-n-o-p-zh-r-s-t-u-p-k-gh-q-sh-ch-ts-dz-ts-ch-kh-j-h".split("-");
const cyrillic = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя";
const cyrillicLatin = "a-b-v-g-d-e-e-zh-z-i-i-k-l-m-n-o-p-r-s-t-u-f-kh-ts-ch-sh-shch-ie-y--e-iu-ia".split(
  "-",
);
const latinOf = new Map([
  ...[...georgian].map((letter, at): [string, string] => [letter, georgianLatin[at] ?? ""]),
  ...[...cyrillic].map((letter, at): [string, string] => [letter, cyrillicLatin[at] ?? ""]),
  ["ß", "ss"],
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
]);

/** The address that a company of this name probably wants: Svaneti Jeeps GmbH becomes svaneti-jeeps-gmbh. */
export function slugOf(name: string): string {
  const latin = [...name.toLowerCase().normalize("NFC")]
    .map((letter) => latinOf.get(letter) ?? letter)
    .join("");
  return latin
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, maxSlug)
    .replace(/-+$/, "");
}

/** The product's language that people of this country probably read; the page's own if it is one of theirs. */
export function languageFor(country: CountryOption, offered: readonly string[], current: string): string {
  if (country.languages.includes(current)) return current;
  return country.languages.find((language) => offered.includes(language)) ?? current;
}
