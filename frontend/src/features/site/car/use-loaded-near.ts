import { type RefObject, useEffect, useState } from "react";

/** What is loaded about a car shortly before a visitor comes to the place that shows it. */
export function useLoadedNear<T>(
  place: RefObject<HTMLElement | null>,
  slug: string,
  load: (slug: string) => Promise<T>,
): { loaded: T | undefined; hasFailed: boolean } {
  const [loaded, setLoaded] = useState<T>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    let isLeft = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        load(slug).then(
          (found) => !isLeft && setLoaded(found),
          (error: unknown) => {
            console.warn("part of the car's page not loaded", error);
            if (!isLeft) setFailed(true);
          },
        );
      },
      { rootMargin: "600px" },
    );
    observer.observe(place.current);
    return () => {
      isLeft = true;
      observer.disconnect();
    };
  }, [place, slug, load]);
  return { loaded, hasFailed };
}
