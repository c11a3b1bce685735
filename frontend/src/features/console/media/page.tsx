import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { type MediaItem, type MediaKind, mediaQuery } from "@/features/console/shared/media/api";
import { MediaGrid } from "@/features/console/shared/media/media-grid";
import { filmKinds, pictureKinds } from "@/features/console/shared/media/media-picker";
import { UploadArea } from "@/features/console/shared/media/upload-area";
import { ItemDialog } from "./components/item-dialog";
import { ItemNote } from "./components/item-note";
import { SpaceUsed } from "./components/space-used";

const everything: readonly MediaKind[] = [];

/** All photographs, drawings and films of the company's site. */
export function Component() {
  const { t } = useLingui();
  const [kinds, setKinds] = useState(everything);
  const [opened, setOpened] = useState<MediaItem | null>(null);
  // What the grid asks for at first: the space and the languages come with it.
  const { data } = useInfiniteQuery(mediaQuery(everything, ""));
  const page = data?.pages[0];
  const filters = [
    { kinds: everything, label: t({ message: "All", comment: "Photographs, drawings and films" }) },
    { kinds: pictureKinds, label: t`Images` },
    { kinds: filmKinds, label: t`Videos` },
  ];
  return (
    <>
      <PageHeader
        title={t`Photos`}
        description={
          <Trans>
            Images and videos for your cars, pages and brand. Sizes for all screens are created automatically;
            time and location are removed.
          </Trans>
        }
      >
        {page && <SpaceUsed used={page.usedBytes} most={page.maxBytes} />}
      </PageHeader>
      <div className="mt-6 flex flex-col gap-5">
        <UploadArea />
        <fieldset className="flex gap-2 border-0">
          <legend className="sr-only">
            <Trans>Show</Trans>
          </legend>
          {filters.map((filter) => (
            <button
              key={filter.label}
              type="button"
              aria-pressed={kinds === filter.kinds}
              onClick={() => setKinds(filter.kinds)}
              className={clsx(
                "min-h-11 rounded-full px-5 text-sm font-semibold",
                kinds === filter.kinds ? "bg-pine text-on-pine" : "bg-stone text-slate",
              )}
            >
              {filter.label}
            </button>
          ))}
        </fieldset>
        <MediaGrid kinds={kinds} onPick={setOpened} note={(item) => <ItemNote item={item} />} />
      </div>
      {opened && page && (
        <ItemDialog item={opened} languages={page.languages} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
