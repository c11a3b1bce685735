import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Car } from "@/lib/site-config";
import { oneOf, useUrlState } from "@/lib/url-state";
import { visitorsQuery } from "@/lib/visitors-query";

/**
 * The car whose gallery is open, stored in the URL: Back closes the gallery, and links can open it. Closing it
 * removes its history entry, so that Back afterwards leads to the previous page.
 */
export function useGallery(fleet: Car[]) {
  const [{ photos }, change] = useUrlState(
    { photos: oneOf(fleet.map(({ slug }) => slug)) },
    { clean: visitorsQuery },
  );
  const { key, state } = useLocation() as { key: string; state: { isGallery?: boolean } | null };
  const navigate = useNavigate();
  const left = useRef<string | null>(null);
  return {
    car: fleet.find(({ slug }) => slug === photos),
    open: (car: Car) => change({ photos: car.slug }, { state: { isGallery: true } }),
    close: () => {
      // Going back is asynchronous: a second call must not go back twice.
      if (left.current === key) return;
      left.current = key;
      if (state?.isGallery) void navigate(-1);
      else change({ photos: undefined }, { replace: true });
    },
  };
}
