import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Picture } from "@/components/picture";
import { Button } from "@/components/ui/button";
import { type Car, siteConfig } from "@/lib/site-config";
import { slidesOf } from "./gallery-slides";
import { askForSearch } from "./search-store";

/** Pictures and details of a car. The page behind cannot scroll while it is open. */
export function Gallery({ car, onClose }: { car: Car; onClose: () => void }) {
  const slides = slidesOf(car, siteConfig().videoUrl);
  const [index, setIndex] = useState(0);
  const slide = slides[index];
  const move = (step: number) => setIndex((before) => (before + step + slides.length) % slides.length);

  function book() {
    onClose();
    window.setTimeout(askForSearch);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-ink/70" />
        <Dialog.Content
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[94dvh] flex-col overflow-y-auto rounded-t-3xl bg-snow sm:inset-6 sm:m-auto sm:h-fit sm:max-w-4xl sm:rounded-3xl"
          onKeyDown={(event) => {
            if (event.key === "ArrowRight") move(1);
            if (event.key === "ArrowLeft") move(-1);
          }}
        >
          <div className="relative aspect-8/5 w-full shrink-0 overflow-hidden bg-sky">
            {!slide && (
              <div className="grid h-full place-content-center text-center">
                <p className="font-semibold">No images available</p>
                <p className="text-sm text-slate">Please check back later</p>
              </div>
            )}
            {slide?.kind === "video" && (
              <iframe
                src={slide.src}
                title={`Video of the ${car.name}`}
                className="size-full"
                allow="fullscreen"
              />
            )}
            {slide?.kind === "image" && (
              <Picture key={slide.src} src={slide.src} alt={slide.alt} className="size-full object-cover" />
            )}
            {slides.length > 1 && (
              <>
                <Arrow side="left" label="Previous picture" onClick={() => move(-1)} />
                <Arrow side="right" label="Next picture" onClick={() => move(1)} />
                <p className="absolute right-4 bottom-3 rounded-full bg-ink/80 px-3 py-1 text-xs text-white tabular">
                  {index + 1} / {slides.length}
                </p>
              </>
            )}
          </div>
          <div className="flex flex-col gap-4 p-5 sm:p-8">
            <div>
              <Dialog.Title className="text-2xl font-bold">{car.name}</Dialog.Title>
              <Dialog.Description className="mt-1 text-slate">
                {car.description || car.title}
              </Dialog.Description>
            </div>
            <ul className="grid grid-cols-2 gap-2 text-sm sm:grid-cols-3">
              {car.specs.map((spec) => (
                <li key={spec} className="rounded-lg bg-stone px-3 py-2">
                  {spec}
                </li>
              ))}
            </ul>
            <Button onClick={book}>Book This Vehicle</Button>
          </div>
          <Dialog.Close
            aria-label="Close"
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-full bg-white shadow-card"
          >
            <X aria-hidden size={22} />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Arrow({ side, label, onClick }: { side: "left" | "right"; label: string; onClick: () => void }) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute top-1/2 ${side === "left" ? "left-3" : "right-3"} grid size-11 -translate-y-1/2 place-items-center rounded-full bg-white/90 shadow-card`}
    >
      <Icon aria-hidden size={24} />
    </button>
  );
}
