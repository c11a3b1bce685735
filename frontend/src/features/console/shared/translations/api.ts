import { queryOptions } from "@tanstack/react-query";
import { api, bodyOf } from "@/lib/api";
import { batches } from "./rules";

const path = "/api/admin/translations";

export const translationQuery = queryOptions({
  queryKey: [path],
  queryFn: () => bodyOf(api.GET(path)),
});

/** A proposal for each text; null where a placeholder, a link or markup was lost. */
export async function proposeTexts(
  source: string,
  target: string,
  texts: readonly string[],
): Promise<(string | null)[]> {
  const answers: (string | null)[] = [];
  for (const group of batches(texts)) {
    const body = { source, target, texts: group };
    answers.push(...(await bodyOf(api.POST(path, { body }))).texts);
  }
  return answers;
}
