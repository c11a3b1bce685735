import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { api, bodyOf } from "@/lib/api";
import { type Car, siteConfig } from "@/lib/site-config";
import type { CarVehicle } from "./vehicles";

const Vehicles = lazy(() => import("./vehicles").then((module) => ({ default: module.Vehicles })));

/** Asks for the vehicles shortly before a visitor comes to them. Empty where none is shown. */
export function VehiclesBelow({ car }: { car: Car }) {
  const place = useRef<HTMLDivElement>(null);
  const [vehicles, setVehicles] = useState<CarVehicle[]>([]);
  useEffect(() => {
    if (!place.current) return undefined;
    let isLeft = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        loadVehicles(car.slug).then(
          (found) => !isLeft && setVehicles(found),
          (error: unknown) => console.warn("vehicles not loaded", error),
        );
      },
      { rootMargin: "600px" },
    );
    observer.observe(place.current);
    return () => {
      isLeft = true;
      observer.disconnect();
    };
  }, [car.slug]);
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
