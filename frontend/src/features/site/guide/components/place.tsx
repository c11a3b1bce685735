import { Trans } from "@lingui/react/macro";
import { MapPin } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import type { Block } from "@/features/site/shared/document-query";

/** A place, and the way to a map that shows it. */
export function Place({ block }: { block: Block<"map"> }) {
  const { latitude, longitude } = block;
  const point =
    latitude != null && longitude != null
      ? `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`
      : "";
  const address = block.url || point;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card bg-stone p-5">
      <p className="flex items-center gap-3 font-semibold">
        <MapPin aria-hidden size={22} className="shrink-0 text-accent-ink" />
        {block.label}
      </p>
      {address && (
        <a href={address} target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
          <Trans>Show on the map</Trans>
        </a>
      )}
    </div>
  );
}
