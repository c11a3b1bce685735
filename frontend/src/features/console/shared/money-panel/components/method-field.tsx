import { useLingui } from "@lingui/react/macro";
import { Banknote, CreditCard, Globe, Landmark, type LucideIcon } from "lucide-react";
import { methodNames } from "@/features/console/shared/money-words";
import type { Method } from "../api";

const icons: Record<Method, LucideIcon> = { cash: Banknote, card: CreditCard, bank: Landmark, online: Globe };

interface Props<T extends Method> {
  methods: readonly T[];
  value: T;
  onChange: (method: T) => void;
}

/** How the money moves: one press each, large enough for a thumb. */
export function MethodField<T extends Method>({ methods, value, onChange }: Props<T>) {
  const { t } = useLingui();
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
                name="method"
                className="sr-only"
                checked={value === method}
                onChange={() => onChange(method)}
              />
              <Icon aria-hidden size={18} /> {t(methodNames[method])}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
