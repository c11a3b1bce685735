import { useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { late } from "@/components/ui/late-part";
import { paths } from "@/config/paths";
import { siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";
import { coordinatesOf } from "./geo";
import { MapBox } from "./map-box";

/** Drawing and outlines come together, after the page. */
const PlacesView = late(
  () => import("./region-view").then((module) => module.loadPlacesView()),
  (_, askAgain) => <MapBox askAgain={askAgain} />,
);

/** The company's places on a map of their region. A list beside it says the same. */
export function PlacesMap({ here, className }: { here?: string; className?: string }) {
  const { t } = useLingui();
  const query = tripQuery(useLocation().search);
  const { locations } = siteConfig();
  if (!locations.some(coordinatesOf)) return null;
  const markers = locations.map(({ code, name }) => ({
    key: code,
    label: name,
    to: paths.place.replace(":code", code) + query,
    isCurrent: code === here,
  }));
  return (
    <nav aria-label={t`Places on the map`} className={className}>
      <PlacesView markers={markers} />
    </nav>
  );
}
