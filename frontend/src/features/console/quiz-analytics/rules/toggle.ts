/** A filter by pressing what a figure shows: pressed again, it is gone. Pure. */

import { exactly } from "./match";
import { answersOf, answersText, type FilterName, type Filters } from "./view";

/** Values to filter by; of an answer as question:value. */
export type Pressed = Partial<Record<FilterName, string>>;

const wanted = (pressed: Pressed) => Object.entries(pressed) as [FilterName, string][];

/** Whether the page shows only these sessions. */
export function isPressed(filters: Filters, pressed: Pressed): boolean {
  return wanted(pressed).every(([name, value]) =>
    name === "answer" ? answersOf(filters).includes(value) : filters[name] === exactly(value),
  );
}

/** What changes in the URL. */
export function afterPress(filters: Filters, pressed: Pressed): Record<string, string | undefined> {
  const isOn = isPressed(filters, pressed);
  return Object.fromEntries(
    wanted(pressed).map(([name, value]) => {
      if (name !== "answer") return [name, isOn ? undefined : exactly(value)];
      const question = value.slice(0, value.indexOf(":") + 1);
      // A session has one answer to a question: another one takes its place.
      const others = answersOf(filters).filter((one) => !one.startsWith(question));
      return [name, answersText(isOn ? others : [...others, value])];
    }),
  );
}
