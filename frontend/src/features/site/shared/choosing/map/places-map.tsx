import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { MapPin } from "lucide-react";
import { Link, useLocation } from "react-router";
import { Picture } from "@/components/ui/picture";
import { paths } from "@/config/paths";
import { siteConfig } from "@/lib/site-config";
import { visitorsQuery } from "@/lib/visitors-query";
import { projected } from "./rules";

const width = 640;
const height = 400;
const half = 50;

/** The company's places as they lie to each other, drawn here: no other site is asked for anything. */
export function PlacesMap({ here, className }: { here?: string; className?: string }) {
  const { t } = useLingui();
  const query = visitorsQuery(useLocation().search);
  const { brand, locations } = siteConfig();
  const points = projected(locations, width / height);
  if (points.length < 2) return null;
  return (
    <nav
      aria-label={t`Places on the map`}
      className={clsx("relative aspect-8/5 overflow-hidden rounded-3xl border border-line bg-sky", className)}
    >
      <svg aria-hidden viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full text-ridge">
        {points.slice(1).map(({ code, x, y }, at) => {
          const before = points[at];
          if (!before) return null;
          return (
            <line
              key={code}
              x1={(before.x * width) / 100}
              y1={(before.y * height) / 100}
              x2={(x * width) / 100}
              y2={(y * height) / 100}
              stroke="currentColor"
              strokeWidth="3"
              strokeDasharray="2 9"
              strokeLinecap="round"
            />
          );
        })}
      </svg>
      <Picture
        picture={brand.ridge}
        alt=""
        className="absolute inset-x-0 bottom-0 h-1/5 w-full object-cover object-top opacity-40"
      />
      <ul>
        {points.map(({ code, name, x, y }) => (
          <li
            key={code}
            className={clsx("absolute -translate-y-1/2", x > half && "-translate-x-full")}
            style={{ left: `${x}%`, top: `${y}%` }}
          >
            <Link
              to={paths.place.replace(":code", code) + query}
              aria-current={code === here ? "page" : undefined}
              className={clsx(
                "inline-flex min-h-11 items-center gap-1 rounded-full text-sm font-bold text-ink",
                x > half ? "flex-row-reverse -mr-3" : "-ml-3",
              )}
            >
              <MapPin
                aria-hidden
                size={26}
                className={clsx(
                  "shrink-0",
                  code === here ? "fill-accent text-on-accent" : "fill-pine text-on-pine",
                )}
              />
              <span className="rounded-full bg-panel/85 px-2 py-0.5">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
