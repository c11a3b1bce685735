import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation, useParams } from "react-router";
import { documentKinds, ownPageKind } from "@/config/paths";
import { loadRouteMap, type RegionMap } from "@/features/site/shared/map/api";
import { MapBox } from "@/features/site/shared/map/map-box";
import RegionView from "@/features/site/shared/map/region-view";
import { loadRegionNames } from "@/lib/format";
import { drawnRoute, type Stop } from "./rules";

/** The route on the map of its region. The list of stops says the same. */
export function RouteMap({ stops, place }: { stops: readonly Stop[]; place: number }) {
  const { t } = useLingui();
  const { slug } = useParams();
  const isPreview = new URLSearchParams(useLocation().search).get("preview") === "drafts";
  const kind = slug ? ownPageKind(slug) : documentKinds.guide;
  const region = useQuery({
    queryKey: ["/api/site/documents", kind, "map", place, isPreview],
    queryFn: async () => {
      const [map, nameOf] = await Promise.all([loadRouteMap(kind, place, isPreview), loadRegionNames()]);
      return { map, nameOf };
    },
  });
  const drawn = useMemo(
    () => region.data?.map && viewOf(region.data.map, region.data.nameOf, stops),
    [region.data, stops],
  );
  const names = stops.map(({ name }) => name).join(", ");
  // None of its stops can be found on a map.
  if (region.data && !drawn) return null;
  return (
    <figure>
      <div role="img" aria-label={t`Map of the route: ${names}`}>
        <MapBox askAgain={region.isError ? () => void region.refetch() : null}>
          {drawn && <RegionView {...drawn} />}
        </MapBox>
      </div>
      <figcaption className="mt-2 text-sm text-muted">
        <Trans>The line joins the stops; it doesn't follow the road.</Trans>
      </figcaption>
    </figure>
  );
}

function viewOf(map: RegionMap, nameOf: (code: string) => string, stops: readonly Stop[]) {
  const keys = stops.map(({ key }) => key);
  const { line, shown } = drawnRoute(map, keys);
  const markers = stops.flatMap(({ key, name }, at) =>
    shown.has(key) ? [{ key, label: name, text: String(at + 1) }] : [],
  );
  return { map, nameOf, line, markers };
}
