import { paths } from "@/config/paths";
import type { Car } from "@/lib/site-config";
import { visitorsQuery } from "@/lib/visitors-query";

/** The address of a car's own page, with the visitor's search. */
export function carUrl({ slug }: Pick<Car, "slug">, search: string): string {
  return paths.car.replace(":slug", slug) + visitorsQuery(search);
}
