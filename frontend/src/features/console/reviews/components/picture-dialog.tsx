import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { useSubmit } from "@/components/forms/use-submit";
import { MediaPicker } from "@/features/console/shared/media/media-picker";
import { type Review, reviewsKey, setReviewPicture } from "../api";

interface Values {
  pictureId: string | null;
}

/** A photo of the guest, out of the media library. */
export function PictureDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm<Values>({ defaultValues: { pictureId: review.pictureId } });
  const pictureId = form.watch("pictureId");
  const submit = useSubmit(
    form,
    async (values: Values) => {
      await setReviewPicture(review, values.pictureId);
    },
    { refresh: [reviewsKey], done: { title: t`Photo saved` }, onDone: onClose },
  );
  return (
    <DialogForm
      title={t`Photo of ${{ name: review.author }}`}
      description={t`Shown beside the review. Use a photo only with the guest's consent.`}
      submit={submit}
      confirm={t`Save`}
      isBlocked={pictureId === review.pictureId}
      onClose={onClose}
    >
      <MediaPicker
        label={t`Photo`}
        value={pictureId ? { mediaId: pictureId } : null}
        kinds={["photograph"]}
        onChange={(mediaId) => form.setValue("pictureId", mediaId, { shouldDirty: true })}
      />
    </DialogForm>
  );
}
