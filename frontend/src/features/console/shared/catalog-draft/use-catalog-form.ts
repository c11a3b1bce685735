import { useQueryClient } from "@tanstack/react-query";
import { changedFields } from "@/components/forms/merge";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { changeItem, type Draft, draftKey, draftQuery, entriesOf, type Items, type Part } from "./api";

/** One item of the catalogue's draft, which has it, to be edited. Only changed fields are sent. */
export function useCatalogForm<P extends Exclude<Part, "deliveryFees" | "drivingTimes">>(
  part: P,
  key: string,
  draft: Draft,
) {
  const client = useQueryClient();
  return useVersionedForm<Draft, Items[P], string>({
    query: draftQuery,
    data: draft,
    read(stored) {
      const entry = entriesOf(stored, part).find((each) => each.key === key);
      return {
        values: entry?.item ?? ({} as Items[P]),
        revision: entry?.revision ?? "",
        by: entry?.changedBy,
        at: entry?.changedAt,
      };
    },
    save: (values, revision, base) => changeItem(part, key, revision, changedFields(base, values)),
    onSaved: () => void client.invalidateQueries({ queryKey: draftKey }),
  });
}
