import { driveBetween } from "@/features/site/shared/drives";
import { siteConfig } from "@/lib/site-config";

/** Of a one-way trip: how long the drive takes. */
export function DriveNote({ pickup, dropoff }: { pickup: string; dropoff: string }) {
  const drive = driveBetween(pickup, dropoff);
  if (!drive) return null;
  const nameOf = (code: string) => siteConfig().locations.find((place) => place.code === code)?.name;
  return (
    <p className="tabular mt-3 w-fit rounded-full bg-panel px-3 py-1 text-sm text-ink">
      {nameOf(pickup)} → {nameOf(dropoff)} · {drive}
    </p>
  );
}
