import { useState } from "react";
import { GalleryStage } from "@/features/site/shared/cars/gallery-stage";
import { slidesOf } from "@/features/site/shared/cars/slides";
import type { Car } from "@/lib/site-config";

/** Film and pictures of the car, where the server's page shows the first of them. */
export function CarStage({ car }: { car: Car }) {
  const slides = slidesOf(car);
  const [index, setIndex] = useState(0);
  return (
    <GalleryStage
      name={car.name}
      slide={slides[index]}
      poster={car.film?.poster ?? car.images[0]}
      position={slides.length > 1 ? `${index + 1} / ${slides.length}` : null}
      onMove={(step) => setIndex((before) => (before + step + slides.length) % slides.length)}
      isFirst
    />
  );
}
