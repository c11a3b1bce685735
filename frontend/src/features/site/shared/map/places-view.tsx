import type { ComponentType } from "react";
import { loadRegionNames } from "@/lib/format";
import { loadPlacesMap } from "./api";
import { MapBox } from "./map-box";
import RegionView, { type MapMarker } from "./region-view";

interface Props {
  markers: readonly MapMarker[];
}

/** What draws the company's places, once their region is there. */
export async function loadPlacesView(): Promise<ComponentType<Props>> {
  const [map, nameOf] = await Promise.all([loadPlacesMap(), loadRegionNames()]);
  return ({ markers }) => (
    <MapBox>{map && <RegionView map={map} nameOf={nameOf} markers={markers} />}</MapBox>
  );
}
