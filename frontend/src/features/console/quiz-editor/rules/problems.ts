import type { Problem } from "../api";

/** What is wrong below a field, with the rest of its path: `text`, `options.1.label`; empty for the field itself. */
export function problemsAt(problems: readonly Problem[], field: string): Map<string, Problem> {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    if (problem.field === field) found.set("", problem);
    else if (problem.field.startsWith(`${field}.`)) found.set(problem.field.slice(field.length + 1), problem);
  }
  return found;
}
