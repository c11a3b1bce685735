import { useEffect, useRef, useState } from "react";
import { late } from "@/components/ui/late-part";
import type { Block } from "@/features/site/shared/document-query";
import { MapBox } from "@/features/site/shared/map/map-box";
import { RichTextView } from "@/features/site/shared/rich-text";
import { loadCatalogues } from "@/lib/i18n";
import type { RouteBlock } from "../route/rules";
import { Film } from "./film";
import { Place } from "./place";

interface RouteProps {
  block: RouteBlock;
  place: number;
}

/** The texts of a route are those of choosing a car. */
const Route = late(
  () => Promise.all([import("../route/route"), loadCatalogues("choosing")]).then(([module]) => module.Route),
  ({ block }: RouteProps, askAgain) => <RouteRoom block={block} askAgain={askAgain} />,
);

/** Blocks that most pages do without: loaded by those that have one. */
export default function RareBlock({
  block,
  place,
}: {
  block: Block<"text" | "film" | "map" | "route">;
  place: number;
}) {
  switch (block.type) {
    case "text":
      return <RichTextView text={block.body} />;
    case "film":
      return <Film block={block} />;
    case "map":
      return <Place block={block} />;
    case "route":
      return <RouteBelow block={block} place={place} />;
  }
}

/** A route; its code and map are asked for shortly before a visitor comes to it. */
function RouteBelow(props: RouteProps) {
  const room = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!room.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setNear(true);
      },
      { rootMargin: "600px" },
    );
    observer.observe(room.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={room}>{isNear ? <Route {...props} /> : <RouteRoom block={props.block} />}</div>;
}

/** As tall as the route will be: its map with a caption, and below or beside it its stops, length and car. */
function RouteRoom({ block, askAgain = null }: { block: RouteBlock; askAgain?: (() => void) | null }) {
  const hasLength = block.kilometres || block.drivingHours;
  const height = block.stops.length * 2.75 + (hasLength ? 2.75 : 0) + (block.carClass ? 13 : 0);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <MapBox askAgain={askAgain} className="mb-7" />
      <div style={{ height: `${height}rem` }} />
    </div>
  );
}
