import { useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import type { Item, Values } from "../rules/fields";

interface Props {
  fresh: Item["fresh"];
  onAdd: (item: Values) => void;
}

/** Adds to a list: by a button, or by a choice where there are several kinds of things. */
export function AddItem({ fresh, onAdd }: Props) {
  const { t } = useLingui();
  const [only] = fresh;
  if (!only) return null;
  if (fresh.length === 1) {
    return (
      <Button access="draft" look="quiet" className="mt-2" onClick={() => onAdd(only.item)}>
        <Plus aria-hidden size={18} />
        {t(only.label)}
      </Button>
    );
  }
  return (
    <select
      className={controlClass("mt-2 max-w-64")}
      aria-label={t`Add a block`}
      value=""
      onChange={({ target }) => {
        const chosen = fresh[Number(target.value)];
        if (chosen) onAdd(chosen.item);
      }}
    >
      <option value="" disabled>
        {t`Add a block`}
      </option>
      {fresh.map(({ label }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
        <option key={place} value={place}>
          {t(label)}
        </option>
      ))}
    </select>
  );
}
