import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Camera } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { shrink, thumbnail } from "@/lib/pictures";
import type { DraftPicture } from "../rules/form";
import { addPicture } from "../store/outbox";

interface Props {
  recordId: string;
  kind: DraftPicture["kind"];
  damageId: string | null;
  label?: string;
  onTaken: (picture: DraftPicture) => void;
}

/** Takes photographs with the phone's camera; they are made small and kept before anything else. */
export function CameraButton({ recordId, kind, damageId, label, onTaken }: Props) {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);

  async function take(files: readonly File[]) {
    setIsBusy(true);
    try {
      for (const file of files) {
        const blob = await shrink(file);
        const id = crypto.randomUUID();
        await addPicture({ id, recordId, kind, damageId, blob });
        onTaken({ id, kind, damageId, thumbnail: await thumbnail(blob) });
      }
    } catch {
      toast({
        kind: "destructive",
        title: t`Couldn't save the photo`,
        description: t`Take it again. If this keeps happening, the phone's storage may be full.`,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <label className={buttonClass("quiet", clsx("w-full cursor-pointer", isBusy && "opacity-60"))}>
      <Camera aria-hidden size={20} />
      {isBusy ? t`One moment…` : (label ?? t`Take a photo`)}
      <input
        type="file"
        accept="image/*"
        capture="environment"
        multiple
        className="sr-only"
        disabled={isBusy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = "";
          void take(files);
        }}
      />
    </label>
  );
}
