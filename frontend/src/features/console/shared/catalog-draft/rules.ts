/** A code out of a name that someone typed: "Hyundai i20" is hyundai-i20; empty when nothing of it is Latin. */
export function codeOf(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
}

/** The same with capitals instead of hyphens, as insurance and services have it: "Baby seat" is babySeat. */
export function camelCodeOf(name: string): string {
  return codeOf(name)
    .replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[0-9]+/, "");
}
