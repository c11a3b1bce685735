import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Camera, ImageUp } from "lucide-react";
import { type DragEvent, useState } from "react";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import type { MediaItem } from "./api";
import { LinkForm } from "./link-form";
import { UploadRow } from "./upload-row";
import { useUploads } from "./use-uploads";

const pictures = "image/jpeg,image/png,image/webp,image/avif,image/svg+xml";
const films = "video/mp4,video/webm";

interface Props {
  hasFilms?: boolean;
  onAdded?: (item: MediaItem, isLast: boolean) => void;
}

/** Takes pictures and films: dropped, chosen, from the phone's camera, or by their address. */
export function UploadArea({ hasFilms = true, onAdded }: Props) {
  const { t } = useLingui();
  const { uploads, drop, addFiles, addUrl } = useUploads(onAdded);
  const [isOver, setOver] = useState(false);
  const accept = hasFilms ? `${pictures},${films}` : pictures;

  function dropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void addFiles(event.dataTransfer.files);
  }

  return (
    <WithAccess>
      <div className="flex flex-col gap-3">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the buttons, too */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={dropped}
          className={clsx(
            "flex flex-col items-center gap-3 rounded-card border-2 border-dashed p-5 text-center sm:p-6",
            isOver ? "border-pine bg-sky" : "border-line",
          )}
        >
          <p className="text-sm text-slate pointer-coarse:hidden">
            {hasFilms ? <Trans>Drop photos, drawings or videos here</Trans> : <Trans>Drop images here</Trans>}
          </p>
          <div className="flex flex-wrap justify-center gap-2">
            <FileButton
              label={t`Choose files`}
              icon={<ImageUp aria-hidden size={18} />}
              onFiles={addFiles}
              accept={accept}
            />
            <FileButton
              label={t`Take a photo`}
              icon={<Camera aria-hidden size={18} />}
              onFiles={addFiles}
              accept="image/*"
              isCamera
            />
          </div>
          <LinkForm hasFilms={hasFilms} onUrl={addUrl} />
        </div>
        {uploads.length > 0 && (
          <ul className="flex flex-col gap-2" aria-live="polite">
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onDrop={() => drop(upload.id)} />
            ))}
          </ul>
        )}
      </div>
    </WithAccess>
  );
}

interface FileButtonProps {
  label: string;
  icon: React.ReactNode;
  accept: string;
  /** Opens the camera of a phone; nothing where there is none. */
  isCamera?: boolean;
  onFiles: (files: Iterable<File>) => void;
}

function FileButton({ label, icon, accept, isCamera = false, onFiles }: FileButtonProps) {
  return (
    <label
      className={buttonClass(
        isCamera ? "quiet" : "primary",
        clsx(
          "cursor-pointer gap-2 focus-within:outline-2 focus-within:outline-offset-2",
          isCamera && "pointer-fine:hidden",
        ),
      )}
    >
      {icon}
      {label}
      <input
        type="file"
        className="sr-only"
        accept={accept}
        {...(isCamera ? { capture: "environment" } : { multiple: true })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
