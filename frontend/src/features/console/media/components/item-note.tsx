import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import type { MediaItem } from "@/features/console/shared/media/api";

/** What an owner should know of an item at a glance. */
export function ItemNote({ item }: { item: MediaItem }) {
  const missing = item.missingAlts.map((language) => language.toUpperCase()).join(", ");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
      {item.uses.length > 0 ? (
        plural(item.uses.length, { one: "Used once", other: "Used # times" })
      ) : (
        <Trans>Not used</Trans>
      )}
      {missing && (
        <Badge look="warning">
          <Trans>No text: {missing}</Trans>
        </Badge>
      )}
    </span>
  );
}
