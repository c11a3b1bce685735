import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { RateTable, Total } from "@/features/site/shared/cars/car-price";
import { GalleryStage, slidesOf } from "@/features/site/shared/cars/gallery-stage";
import { askForSearch } from "@/features/site/shared/search/ask-for-search";
import type { Search } from "@/features/site/shared/search/rules";
import { termLines, termsOfCar } from "@/features/site/shared/terms/lines";
import { TermList } from "@/features/site/shared/terms/term-list";
import { toBring } from "@/features/site/shared/to-bring/lines";
import { usePrice } from "@/lib/currency";
import { type Car, siteConfig } from "@/lib/site-config";

interface Props {
  car: Car;
  search: Search | null;
  onClose: () => void;
}

/** Video, pictures and details of a car. The page behind cannot scroll while it is open. */
export function Gallery({ car, search, onClose }: Props) {
  const { t } = useLingui();
  const slides = slidesOf(car);
  const [index, setIndex] = useState(0);
  const [opener] = useState(() => document.activeElement);
  const slide = slides[index];
  const { rental, tenant } = siteConfig();
  const terms = [
    ...termLines(termsOfCar(rental.terms, car), { money: usePrice(), timezone: tenant.timezone }),
    ...toBring(rental, car),
  ];
  const firstPicture = slides.findIndex((item) => item.kind === "image");
  const move = (step: number) => setIndex((before) => (before + step + slides.length) % slides.length);

  const booked = useRef(false);

  function book() {
    booked.current = true;
    onClose();
  }

  /** The page can scroll and take the focus again: on to the form, or back to where the visitor was. */
  function afterClose() {
    if (booked.current) askForSearch();
    else if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-deep/70" />
        <Dialog.Content
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] flex-col overflow-y-auto rounded-t-3xl bg-snow sm:inset-6 sm:m-auto sm:h-fit sm:max-w-3xl sm:rounded-3xl"
          onCloseAutoFocus={afterClose}
          onKeyDown={(event) => {
            if (event.target instanceof HTMLVideoElement) return;
            if (event.key === "ArrowRight") move(1);
            if (event.key === "ArrowLeft") move(-1);
          }}
        >
          <GalleryStage
            name={car.name}
            slide={slide}
            poster={car.film?.poster ?? car.images[0]}
            position={slides.length > 1 ? `${index + 1} / ${slides.length}` : null}
            onMove={move}
          />
          <div className="flex flex-col gap-4 p-5 sm:p-8">
            {firstPicture > 0 && (
              <fieldset className="flex gap-2 border-0">
                <legend className="sr-only">
                  <Trans context="a choice between video and pictures">Show</Trans>
                </legend>
                <Tab active={index === 0} label={t`Video`} onClick={() => setIndex(0)} />
                <Tab
                  active={index >= firstPicture}
                  label={t`Photos`}
                  onClick={() => setIndex(firstPicture)}
                />
              </fieldset>
            )}
            <div>
              <Dialog.Title className="text-2xl font-bold">{car.name}</Dialog.Title>
              <Dialog.Description className="mt-1 text-slate">
                {car.description || car.title}
              </Dialog.Description>
            </div>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(45%,7rem),1fr))] gap-2 text-sm sm:grid-cols-3">
              {car.specs.map((spec) => (
                <li key={spec} className="rounded-lg bg-stone px-3 py-2">
                  {spec}
                </li>
              ))}
            </ul>
            {search ? <Total car={car} search={search} /> : <RateTable car={car} />}
            <Button onClick={book}>
              <Trans>Book This Vehicle</Trans>
            </Button>
            <TermList lines={terms} />
          </div>
          <Dialog.Close
            aria-label={t`Close`}
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-panel shadow-card"
          >
            <X aria-hidden size={22} />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Tab({ active, label, onClick }: { active: boolean; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={active}
      onClick={onClick}
      className={clsx(
        "min-h-11 rounded-full px-5 text-sm font-semibold",
        active ? "bg-pine text-on-pine" : "bg-stone text-slate",
      )}
    >
      {label}
    </button>
  );
}
