import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { PaperField } from "@/features/console/shared/costs/cost-dialog";
import { type Fine, finesKey, keepNotice } from "@/features/console/shared/fines/fines";

interface Props {
  fine: Fine;
  onClose: () => void;
}

/** The largest file that the server takes. */
const maxBytes = 1_250_000;

/** Stores what the authority sent. */
export function NoticeDialog({ fine, onClose }: Props) {
  const { t } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = file?.type === "application/pdf" && file.size > maxBytes;
  const submit = useSubmit(
    useForm(),
    async () => {
      if (file) await keepNotice(fine.id, file);
    },
    { refresh: [finesKey], done: { title: t`Notice saved` }, onDone: onClose },
  );
  return (
    <DialogForm
      title={fine.hasNotice ? t`Replace the notice` : t`Add notice`}
      submit={submit}
      confirm={t`Save`}
      isBlocked={!file || isTooLarge}
      onClose={onClose}
    >
      <PaperField label={t`Notice`} isTooLarge={isTooLarge} onFile={setFile} />
    </DialogForm>
  );
}
