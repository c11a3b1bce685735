import { Plural, Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { Car } from "@/lib/site-config";
import { removalsOf, type Wishes, type WishName, wishNames } from "./rules";
import { wishText } from "./words";

interface Props {
  cars: Car[];
  wishes: Wishes;
  onRemove: (name: WishName) => void;
}

/** No car matches: which filters to remove. */
export function RemoveFilter({ cars, wishes, onRemove }: Props) {
  const single = removalsOf(cars, wishes);
  const shown =
    single.length > 0
      ? single
      : wishNames.flatMap((name) => (wishes[name] ? [{ name, value: wishes[name], count: 0 }] : []));
  return (
    <div className="rounded-card bg-stone p-5">
      <p className="font-bold">
        <Trans>No car matches all filters. Remove one:</Trans>
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {shown.map(({ name, value, count }) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => onRemove(name)}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-white px-4 text-sm font-semibold"
            >
              <X aria-hidden size={16} />
              {wishText(name, value)}
              {count > 0 && (
                <span className="font-normal text-slate">
                  <Plural value={count} one="# car" other="# cars" />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
