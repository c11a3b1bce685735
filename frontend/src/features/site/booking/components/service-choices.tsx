import { usePrice } from "@/lib/currency";
import { perDay } from "@/lib/format";
import { fold } from "@/lib/names";
import { type Service, siteConfig } from "@/lib/site-config";

interface Props {
  carName: string;
  chosen: string[];
  onChange: (codes: string[]) => void;
}

/** Services that go with a car, in the company's groups. */
export function offeredServices(services: Service[], carName: string): Service[] {
  const name = fold(carName);
  const slug = siteConfig().cars.find((car) => fold(car.name) === name)?.slug ?? "";
  return services
    .filter(({ hiddenForCars }) => !hiddenForCars.some((part) => name.includes(fold(part))))
    .filter(({ onlyForCars }) => onlyForCars.length === 0 || onlyForCars.includes(slug));
}

export function ServiceChoices({ carName, chosen, onChange }: Props) {
  const price = usePrice();
  const offered = offeredServices(siteConfig().services, carName);
  const groups = [...new Set(offered.map((service) => service.group))];
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((item) => item !== code) : [...chosen, code]);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {groups.map((group) => (
        <fieldset key={group} className="sm:has-[label+label]:col-span-2">
          <legend className="mb-2 font-bold">{group}</legend>
          <div className="grid gap-2 sm:has-[label+label]:grid-cols-2 sm:gap-x-5">
            {offered
              .filter((service) => service.group === group)
              .map((service) => (
                <label
                  key={service.code}
                  className="flex cursor-pointer gap-3 rounded-xl border border-line bg-white p-4 has-checked:border-pine has-checked:bg-sky"
                >
                  <input
                    type="checkbox"
                    className="mt-0.5 size-5 shrink-0 accent-(--pine)"
                    checked={chosen.includes(service.code)}
                    onChange={() => toggle(service.code)}
                  />
                  <span className="grow text-sm">
                    <span className="flex justify-between gap-3 font-semibold">
                      {service.label}
                      <span className="tabular shrink-0 text-pine">
                        {service.charge === "perDay" ? perDay(price(service.price)) : price(service.price)}
                      </span>
                    </span>
                    <span className="text-slate">{service.description}</span>
                    {service.note && <span className="block font-medium text-slate">{service.note}</span>}
                  </span>
                </label>
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
