import { fold } from "@/lib/names";
import type { Car, Service } from "@/lib/site-config";

/** Services that go with a car. */
export function servicesFor(services: Service[], { name, slug }: Pick<Car, "name" | "slug">): Service[] {
  return services
    .filter(({ hiddenForCars }) => !hiddenForCars.some((part) => fold(name).includes(fold(part))))
    .filter(({ onlyForCars }) => onlyForCars.length === 0 || onlyForCars.includes(slug));
}
