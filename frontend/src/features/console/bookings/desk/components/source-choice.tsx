import { useLingui } from "@lingui/react/macro";
import { Footprints, MessageCircle, MessagesSquare, Phone } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { Source } from "../api";
import type { RentalForm } from "../rules/schema";
import { sourceWords } from "../words";

const icons = { phone: Phone, whatsapp: MessageCircle, chat: MessagesSquare, walk_in: Footprints };

/** How the customer came: one press, kept with the booking. */
export function SourceChoice() {
  const { t } = useLingui();
  const { register } = useFormContext<RentalForm>();
  return (
    <fieldset>
      <legend className="sr-only">{t`Booking source`}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {(Object.keys(icons) as Source[]).map((source) => {
          const Icon = icons[source];
          return (
            <label
              key={source}
              className="flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-xl border border-line bg-panel px-3 text-sm font-semibold hover:bg-stone has-checked:border-pine has-checked:bg-pine has-checked:text-on-pine has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
            >
              <input type="radio" value={source} className="sr-only" {...register("source")} />
              <Icon aria-hidden size={18} /> {t(sourceWords[source])}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
