import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { answerReviewRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { answerReview, type Review, reviewsKey } from "../api";

/** What visitors read below a review from the company; empty takes it back. */
export function AnswerDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useLingui();
  const form = useForm<{ answer: string }>({ defaultValues: { answer: review.answer } });
  const submit = useSubmit(
    form,
    async ({ answer }: { answer: string }) => {
      await answerReview(review, answer);
    },
    { refresh: [reviewsKey], done: { title: t`Answer saved` }, onDone: onClose },
  );
  return (
    <DialogForm
      title={t`Answer ${{ name: review.author }}`}
      description={t`Visitors read it below the review. Leave it empty to remove it.`}
      submit={submit}
      confirm={t`Save`}
      isBlocked={!form.formState.isDirty}
      onClose={onClose}
    >
      <blockquote lang={review.language} className="max-h-40 overflow-y-auto text-sm text-slate">
        {review.text}
      </blockquote>
      <AreaInput
        control={form.control}
        name="answer"
        label={t`Answer`}
        rows={5}
        maxLength={limits.answer.maxLength}
      />
    </DialogForm>
  );
}
