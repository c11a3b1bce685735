import { useLingui } from "@lingui/react/macro";
import { Banknote, CreditCard, Globe, Landmark, type LucideIcon } from "lucide-react";
import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { FormProblem } from "@/components/ui/form-problem";
import { methodNames } from "@/features/console/shared/money-words";
import type { Method } from "../api";

const icons: Record<Method, LucideIcon> = { cash: Banknote, card: CreditCard, bank: Landmark, online: Globe };

interface Props<T extends FieldValues> {
  control: Control<T>;
  name: Path<T>;
  methods: readonly Method[];
}

/** How the money moves: one press each, large enough for a thumb. */
export function MethodField<T extends FieldValues>({ control, name, methods }: Props<T>) {
  const { t } = useLingui();
  const { field, fieldState } = useController({ control, name });
  return (
    <fieldset>
      <legend className="text-sm font-semibold text-slate">{t`How`}</legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2">
        {methods.map((method) => {
          const Icon: LucideIcon = icons[method];
          return (
            <label
              key={method}
              className="flex min-h-12 cursor-pointer items-center gap-2 rounded-xl border border-edge px-3 text-sm font-semibold has-checked:border-pine has-checked:bg-sky has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={field.name}
                className="sr-only"
                checked={field.value === method}
                onChange={() => field.onChange(method)}
              />
              <Icon aria-hidden size={18} /> {t(methodNames[method])}
            </label>
          );
        })}
      </div>
      <FormProblem text={fieldState.error?.message} />
    </fieldset>
  );
}
