import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Panel } from "@/components/console/panel";
import type { Option } from "../rules";

interface Props<Value> {
  /** Of the form's field. */
  name: string;
  title: string;
  description: ReactNode;
  options: readonly Option<Value>[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** One of a few, such as the layout. */
export function Choice<Value extends string>({
  name,
  title,
  description,
  options,
  chosen,
  onChoose,
}: Props<Value>) {
  const { t } = useLingui();
  return (
    <Panel title={title} description={description}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{title}</legend>
        {options.map(({ value, label, text }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-3 py-2 has-checked:border-pine has-checked:bg-sky"
          >
            <input
              type="radio"
              name={name}
              className="size-5 shrink-0 accent-pine"
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span className="grid min-w-0">
              <span className={text && "font-bold"}>{t(label)}</span>
              {text && <span className="text-sm text-slate">{t(text)}</span>}
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
