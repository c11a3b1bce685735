import { fold } from "@/lib/names";
import type { Car, Service } from "@/lib/site-config";

/** Services that go with a car. */
export function servicesFor(services: Service[], { name }: Pick<Car, "name">): Service[] {
  return services.filter(
    ({ hiddenForCars }) => !hiddenForCars.some((part) => fold(name).includes(fold(part))),
  );
}
