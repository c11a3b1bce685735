import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import type { ComponentType } from "react";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { formatNumber, loadRegionNames } from "@/lib/format";
import type { RegionMap } from "./api";
import { loadPlacesMap } from "./api";
import { MapBox } from "./map-box";
import { useLabels } from "./use-labels";

export interface MapMarker {
  /** Of a point of the map. */
  key: string;
  label: string;
  /** Where it leads; nothing: it only shows where it is. */
  to?: string;
  isCurrent?: boolean;
  /** In the marker: the number of a stop. */
  text?: string;
}

interface Props {
  map: RegionMap;
  /** What a country is called. */
  nameOf: (code: string) => string;
  markers: readonly MapMarker[];
  /** The points that a line joins, in the map's units. */
  line?: readonly Point[];
}

type Point = Pick<RegionMap["points"][number], "x" | "y">;

const noLine: readonly Point[] = [];
const dotRadius = 9;
const numberRadius = 14;
/** Degrees of the arc that the scale's ends are high. */
const scaleEnd = 8;

/** Land, lakes, places and their labels. It fills its box. */
export default function RegionView({ map, nameOf, markers, line = noLine }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const points = new Map(map.points.map((point) => [point.key, point]));
  const shown = markers.filter(({ key }) => points.has(key));
  const radius = shown.some(({ text }) => text) ? numberRadius : dotRadius;
  const texts = shown.map(({ label }) => label).join();
  const { offsets, named } = useLabels(box, map, texts, radius, line);
  const at = (x: number, y: number) => ({
    left: `${(x / map.width) * 100}%`,
    top: `${(y / map.height) * 100}%`,
  });
  return (
    <div ref={box} className="absolute inset-0">
      <Land map={map} line={line} />
      {map.countries.map(
        ({ code, nameX, nameY }) =>
          code &&
          nameX !== null &&
          nameY !== null && (
            <span
              key={code}
              aria-hidden
              data-country={code}
              className={clsx(
                "pointer-events-none absolute -translate-1/2 text-[0.6875rem] tracking-[0.12em] whitespace-nowrap text-muted uppercase",
                !named.has(code) && "invisible",
              )}
              style={at(nameX, nameY)}
            >
              {nameOf(code)}
            </span>
          ),
      )}
      <ul>
        {shown.map((marker, place) => {
          const point = points.get(marker.key);
          const offset = offsets[place];
          return (
            point && (
              <li
                key={marker.key}
                className={clsx("absolute", marker.isCurrent && "z-10")}
                style={at(point.x, point.y)}
              >
                <Target marker={marker}>
                  <span
                    data-label={marker.key}
                    className={clsx(
                      "absolute top-1/2 left-1/2 rounded-md bg-panel/85 px-1.5 text-sm/5.5 font-semibold whitespace-nowrap text-ink",
                      !offset && "invisible",
                    )}
                    style={offset && { transform: `translate(${offset.x}px, ${offset.y}px)` }}
                  >
                    {marker.label}
                  </span>
                </Target>
              </li>
            )
          );
        })}
      </ul>
      {map.scaleLength > 0 && <Scale map={map} />}
    </div>
  );
}

/** A marker that one can hit with a finger, with its label. */
function Target({ marker, children }: { marker: MapMarker; children: ReactNode }) {
  const dot = (
    <span
      aria-hidden
      className={clsx(
        "grid place-items-center rounded-full border-2 border-panel text-xs font-bold shadow-card",
        marker.text ? "tabular size-7" : marker.isCurrent ? "size-5.5" : "size-4",
        marker.isCurrent ? "bg-accent text-on-accent" : "bg-pine text-on-pine",
      )}
    >
      {marker.text}
    </span>
  );
  const className = "absolute grid size-11 -translate-1/2 place-items-center rounded-full";
  if (!marker.to) {
    return (
      <span className={className}>
        {dot}
        {children}
      </span>
    );
  }
  return (
    <Link
      to={marker.to}
      aria-current={marker.isCurrent ? "page" : undefined}
      className={clsx(className, "hover:[&>[data-label]]:underline")}
    >
      {dot}
      {children}
    </Link>
  );
}

function Land({ map, line }: { map: RegionMap; line: readonly Point[] }) {
  return (
    <svg aria-hidden viewBox={`0 0 ${map.width} ${map.height}`} className="absolute inset-0 size-full">
      {map.countries.map(({ code, path, isHome }) => (
        <path
          key={code}
          d={path}
          className={clsx("stroke-ridge", isHome ? "fill-panel" : "fill-stone")}
          strokeWidth={2.5}
          strokeLinejoin="round"
        />
      ))}
      <path d={map.lakes} className="fill-sky stroke-ridge" strokeWidth={1.5} />
      {line.length > 1 && (
        <path
          d={`M${line.map(({ x, y }) => `${x} ${y}`).join("L")}`}
          className="fill-none stroke-accent"
          strokeWidth={5}
          strokeLinecap="round"
          strokeDasharray="1 11"
        />
      )}
    </svg>
  );
}

/** A scale line for this many kilometres. */
function Scale({ map }: { map: RegionMap }) {
  const kilometres = formatNumber(map.scaleKilometres);
  return (
    <p
      aria-hidden
      className="pointer-events-none absolute bottom-2 left-3 flex flex-col items-center text-[0.6875rem] text-muted"
      style={{ width: `${(map.scaleLength / map.width) * 100}%` }}
    >
      <Trans>{kilometres} km</Trans>
      <span className="w-full border-x border-b border-muted" style={{ height: scaleEnd / 2 }} />
    </p>
  );
}

interface PlacesViewProps {
  markers: readonly MapMarker[];
}

/** What draws the company's places, once their region is there. */
export async function loadPlacesView(): Promise<ComponentType<PlacesViewProps>> {
  const [map, nameOf] = await Promise.all([loadPlacesMap(), loadRegionNames()]);
  return ({ markers }) => (
    <MapBox>{map && <RegionView map={map} nameOf={nameOf} markers={markers} />}</MapBox>
  );
}
