import { fold } from "@/lib/names";
import { type Service, siteConfig } from "@/lib/site-config";

/** Services that go with a car, in the company's groups. */
export function offeredServices(services: Service[], carName: string): Service[] {
  const name = fold(carName);
  const slug = siteConfig().cars.find((car) => fold(car.name) === name)?.slug ?? "";
  return services
    .filter(({ hiddenForCars }) => !hiddenForCars.some((part) => name.includes(fold(part))))
    .filter(({ onlyForCars }) => onlyForCars.length === 0 || onlyForCars.includes(slug));
}
