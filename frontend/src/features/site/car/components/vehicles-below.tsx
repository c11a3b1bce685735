import { lazy, Suspense, useRef } from "react";
import { api, bodyOf } from "@/lib/api";
import { type Car, siteConfig } from "@/lib/site-config";
import { useLoadedNear } from "../use-loaded-near";
import type { CarVehicle } from "./vehicles";

const Vehicles = lazy(() => import("./vehicles").then((module) => ({ default: module.Vehicles })));

/** Asks for the vehicles shortly before a visitor comes to them. Empty where none is shown. */
export function VehiclesBelow({ car }: { car: Car }) {
  const place = useRef<HTMLDivElement>(null);
  const { loaded: vehicles = [] } = useLoadedNear(place, car.slug, loadVehicles);
  return (
    <div ref={place}>
      {vehicles.length > 0 && (
        <Suspense>
          <Vehicles car={car} vehicles={vehicles} />
        </Suspense>
      )}
    </div>
  );
}

/** The vehicles of a car that the company shows, the newest first. */
async function loadVehicles(slug: string): Promise<CarVehicle[]> {
  const params = { path: { slug }, query: { lang: siteConfig().tenant.language } };
  return (await bodyOf(api.GET("/api/cars/{slug}/vehicles", { params }))).vehicles;
}
