/** What a filter's value asks for, as the server's: `google`, `is:google|bing`, `not:google`, `contains:goo`. Pure. */

export type Operator = "is" | "not" | "contains" | "lacks";

export interface Match {
  operator: Operator;
  values: readonly string[];
}

const operators: readonly Operator[] = ["is", "not", "contains", "lacks"];
export const maxValues = 10;

const operatorOf = (text: string) => operators.find((operator) => text.startsWith(`${operator}:`));

/** Without an operator a text is one value, whatever it contains. */
export function matchOf(text: string): Match {
  const operator = operatorOf(text);
  if (!operator) return { operator: "is", values: [text] };
  const found = text.slice(operator.length + 1).match(/(?:[^\\|]|\\.)+/gsu) ?? [];
  return { operator, values: found.map((value) => value.replaceAll(/\\(.)/gsu, "$1")) };
}

/** As the address has it; undefined without values. */
export function matchText({ operator, values }: Match): string | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  if (operator === "is" && values.length === 1 && !operatorOf(first)) return first;
  const escaped = values.map((value) => value.replaceAll(/[\\|]/gu, String.raw`\$&`));
  return `${operator}:${escaped.join("|")}`;
}

export const isExcluding = ({ operator }: Match) => operator === "not" || operator === "lacks";

/** The filter of one value that is in the data. */
export const exactly = (value: string) => matchText({ operator: "is", values: [value] }) ?? value;

/** Chosen among `known`; not a part of a value. */
export function isChoiceOf(known: readonly string[]) {
  return (text: string): string | undefined => {
    const { operator, values } = matchOf(text);
    const isKnown = values.length > 0 && values.every((value) => known.includes(value));
    return isKnown && (operator === "is" || operator === "not") ? text : undefined;
  };
}
