import { useLingui } from "@lingui/react/macro";
import { CountSelect } from "@/components/ui/count-select";
import { offeredServices } from "@/features/site/shared/pricing/rules";
import { usePrice } from "@/lib/currency";
import { perDay } from "@/lib/format";
import { countOf, withCount } from "@/lib/services";
import { type Service, siteConfig } from "@/lib/site-config";

interface Props {
  carName: string;
  chosen: string[];
  onChange: (codes: string[]) => void;
}

export function ServiceChoices({ carName, chosen, onChange }: Props) {
  const offered = offeredServices(siteConfig(), carName);
  const groups = [...new Set(offered.map((service) => service.group))];
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {groups.map((group) => (
        <fieldset key={group} className="sm:has-[div+div]:col-span-2">
          <legend className="mb-2 font-bold">{group}</legend>
          <div className="grid grid-cols-1 gap-2 sm:has-[div+div]:grid-cols-2 sm:gap-x-5">
            {offered
              .filter((service) => service.group === group)
              .map((service) => (
                <ServiceChoice
                  key={service.code}
                  service={service}
                  count={countOf(service, chosen)}
                  onChange={(count) => onChange(withCount(chosen, service.code, count))}
                />
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

interface ChoiceProps {
  service: Service;
  count: number;
  onChange: (count: number) => void;
}

/** A tick, and how many where a booking may have several. */
function ServiceChoice({ service, count, onChange }: ChoiceProps) {
  const { t } = useLingui();
  const price = usePrice();
  const { label, maxPerBooking } = service;
  return (
    <div className="flex flex-col rounded-xl border border-line bg-panel has-checked:border-pine has-checked:bg-sky">
      <label className="flex grow cursor-pointer gap-3 p-4">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-(--pine)"
          checked={count > 0}
          onChange={() => onChange(count > 0 ? 0 : 1)}
        />
        <span className="min-w-0 grow text-sm wrap-anywhere">
          <span className="flex flex-wrap justify-between gap-x-3 font-semibold">
            {label}
            <span className="tabular shrink-0 text-pine">
              {service.charge === "perDay" ? perDay(price(service.price)) : price(service.price)}
            </span>
          </span>
          <span className="text-slate">{service.description}</span>
          {service.note && <span className="block font-medium text-slate">{service.note}</span>}
        </span>
      </label>
      {count > 0 && maxPerBooking > 1 && (
        <div className="px-4 pb-4 pl-12">
          <CountSelect name={t`How many: ${label}`} count={count} most={maxPerBooking} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
