import { controlClass, Field as Frame, TextField } from "@/components/ui/field";
import { type Field, textOf } from "../rules/fields";
import type { ControlProps } from "./field-props";
import { LengthMeter } from "./length-meter";

type TextLike = Extract<Field, { as: "line" | "text" | "address" | "lines" }>;

interface Props {
  field: TextLike;
  value: unknown;
  reference: unknown;
  control: ControlProps;
  onChange: (value: unknown) => void;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim());

/** One line, a text of several, or a list of lines; below it what the company's first language says. */
export function TextInput({ field, value, reference, control, onChange }: Props) {
  const written = Array.isArray(value) ? value.join("\n") : textOf(value);
  const shownReference = Array.isArray(reference) ? reference.join(" · ") : textOf(reference);
  const isLong = field.as === "text" || field.as === "lines";
  return (
    <div>
      {isLong ? (
        <Frame {...control}>
          {(props) => (
            <textarea
              {...props}
              rows={3}
              className={controlClass("field-sizing-content max-h-96 min-h-20 py-2")}
              value={written}
              onChange={({ target }) =>
                onChange(field.as === "text" ? target.value : target.value.split("\n"))
              }
              onBlur={() => field.as === "lines" && onChange(linesOf(written))}
            />
          )}
        </Frame>
      ) : (
        <TextField {...control} value={written} onChange={({ target }) => onChange(target.value)} />
      )}
      {"best" in field && field.best && <LengthMeter length={written.length} best={field.best} />}
      {shownReference && shownReference !== written && (
        <p className="mt-1 border-l-2 border-line pl-2 text-sm text-muted">{shownReference}</p>
      )}
    </div>
  );
}
