/** Where this page shows one version of an experiment, or two beside each other. Days are local, both included. */
export function armSearch(version: string, from: string, to: string, beside?: string): string {
  const query = new URLSearchParams({ from, to, quizVersion: version });
  if (beside) for (const [name, value] of [...query]) query.set(`b.${name}`, value);
  if (beside) query.set("b.quizVersion", beside);
  return `?${query}`;
}
