import type { Items } from "@/features/console/shared/catalog-draft/api";

export type Car = Items["cars"];

/** What each panel of a car's form needs. */
export interface PanelProps {
  car: Car;
  change: (fields: Partial<Car>) => void;
  /** What is wrong, by the path of the field. */
  errors: Record<string, string>;
}

export type Texts = Required<Car["translations"][string]>;

/** What a day costs at least. */
export function lowestRate({ baseRate, rates }: Pick<Car, "baseRate" | "rates">): number {
  return rates.length === 0 ? baseRate : Math.min(...rates.map(({ dailyRate }) => dailyRate));
}

/** What the car says in another language; empty where it says nothing. */
export function textsOf(car: Car, language: string): Texts {
  return { title: "", description: "", specs: [], images: [], ...car.translations[language] };
}

export function withTexts(car: Car, language: string, texts: Partial<Texts>): Car["translations"] {
  return { ...car.translations, [language]: { ...textsOf(car, language), ...texts } };
}

/** The lines of a text area, without empty ones at the end while one still types. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line, index, all) => line.trim() !== "" || index === all.length - 1);
}

/** A list without what is empty, as it is saved. */
export function filled(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter(Boolean);
}
