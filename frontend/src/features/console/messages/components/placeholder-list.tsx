import { Trans, useLingui } from "@lingui/react/macro";
import { placeholderWords } from "../rules";

interface Props {
  names: readonly string[];
  onInsert: (name: string) => void;
}

/** Placeholders for a text; a click inserts one at the cursor. */
export function PlaceholderList({ names, onInsert }: Props) {
  const { t } = useLingui();
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-slate">
        <Trans>Insert</Trans>
      </legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {names.map((name) => (
          <button
            key={name}
            type="button"
            title={`{${name}}`}
            className="min-h-9 rounded-full border border-line px-3 text-sm hover:bg-stone"
            // The field keeps its cursor.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onInsert(name)}
          >
            {placeholderWords[name] ? t(placeholderWords[name]) : name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
