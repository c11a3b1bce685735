import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { BadgeCheck, ImagePlus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { hideReviewRequestLimits } from "@/api/limits.gen";
import { Badge } from "@/components/console/badge";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { useChange } from "@/components/console/use-change";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable, type TablePages } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { StoredThumbnail } from "@/features/console/shared/media/stored-thumbnail";
import { formatDate, formatMoment } from "@/lib/format";
import { hideReview, publishReview, type Review, reviewStates, reviewsKey } from "../api";
import { AnswerDialog } from "./answer-dialog";
import { PictureDialog } from "./picture-dialog";

interface Props {
  reviews: readonly Review[];
  pages: TablePages;
  timezone: string;
}

interface Open {
  dialog: "hide" | "answer" | "picture";
  review: Review;
}

const looks = { new: "warning", published: "good", hidden: "plain" } as const;

/** Reviews with what was decided, and the buttons that decide. */
export function ReviewTable({ reviews, pages, timezone }: Props) {
  const { t } = useLingui();
  const [open, setOpen] = useState<Open | null>(null);
  const client = useQueryClient();
  const change = useChange({ refresh: reviewsKey });
  const close = () => setOpen(null);
  const columns: TableColumn<Review>[] = [
    {
      id: "text",
      title: t({ message: "Review", context: "by a guest" }),
      cell: (review) => <Said review={review} onPicture={() => setOpen({ dialog: "picture", review })} />,
      card: "line",
    },
    {
      id: "source",
      title: t`Source`,
      cell: (review) => <Origin review={review} />,
      card: "line",
    },
    {
      id: "writtenOn",
      title: t`Written on`,
      sort: "desc",
      cell: ({ writtenOn }) => <span className="tabular whitespace-nowrap">{formatDate(writtenOn)}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "createdAt",
      title: t`Received`,
      sort: "desc",
      cell: ({ createdAt }) => (
        <span className="tabular text-slate">{formatMoment(createdAt, timezone)}</span>
      ),
      card: "none",
      isOptional: true,
    },
    {
      id: "state",
      title: t`State`,
      cell: ({ state, hiddenReason, adminName }) => (
        <>
          <Badge look={looks[state]}>{t(reviewStates[state])}</Badge>
          {hiddenReason && <span className="mt-1 block text-sm text-slate">{hiddenReason}</span>}
          {adminName && <span className="block text-xs text-muted">{adminName}</span>}
        </>
      ),
      card: "line",
    },
  ];
  return (
    <>
      <DataTable
        label={t`Reviews`}
        rows={reviews}
        columns={columns}
        rowId={({ id }) => id}
        defaultSort="-createdAt"
        isSortedByServer
        pages={pages}
        bulkActions={(rows, clear) => {
          const waiting = rows.filter(({ state }) => state !== "published");
          return (
            waiting.length > 0 && (
              <Button
                look="quiet"
                onClick={() =>
                  void change(
                    async () => {
                      for (const review of waiting) await publishReview(review);
                      clear();
                    },
                    () => ({ title: t`Reviews published` }),
                  )
                }
              >
                <Plural value={{ count: waiting.length }} one="Publish # review" other="Publish # reviews" />
              </Button>
            )
          );
        }}
        actions={(review) => (
          <>
            {review.state !== "published" && (
              <Button
                look="quiet"
                onClick={() =>
                  void change(
                    () => publishReview(review),
                    () => ({ title: t`Review published` }),
                  )
                }
              >
                <Trans>Publish</Trans>
              </Button>
            )}
            {review.state !== "hidden" && (
              <Button look="plain" onClick={() => setOpen({ dialog: "hide", review })}>
                <Trans>Hide</Trans>
              </Button>
            )}
            <Button look="plain" onClick={() => setOpen({ dialog: "answer", review })}>
              {review.answer ? <Trans>Edit answer</Trans> : <Trans>Answer</Trans>}
            </Button>
          </>
        )}
      />
      {open?.dialog === "hide" && (
        <ReasonDialog
          title={t`Hide this review?`}
          description={t`Visitors no longer see it, and its rating no longer counts.`}
          hint={t`Only your team reads it.`}
          maxLength={hideReviewRequestLimits.reason.maxLength}
          confirm={t`Hide`}
          done={{ title: t`Review hidden` }}
          onConfirm={async (reason) => {
            await hideReview(open.review, reason);
            await client.invalidateQueries({ queryKey: reviewsKey });
          }}
          onClose={close}
        />
      )}
      {open?.dialog === "answer" && <AnswerDialog review={open.review} onClose={close} />}
      {open?.dialog === "picture" && <PictureDialog review={open.review} onClose={close} />}
    </>
  );
}

function Said({ review, onPicture }: { review: Review; onPicture: () => void }) {
  const { t } = useLingui();
  const { author, rating, text, answer, language, pictureId } = review;
  return (
    <div className="flex min-w-64 gap-3">
      <Button
        look="plain"
        className="relative z-10 size-11 shrink-0 overflow-hidden rounded-full border border-line bg-stone p-0"
        aria-label={t`Photo of ${{ name: author }}`}
        onClick={onPicture}
      >
        {pictureId ? (
          <StoredThumbnail value={{ mediaId: pictureId }} className="size-full object-cover" />
        ) : (
          <ImagePlus aria-hidden size={18} />
        )}
      </Button>
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">
          {author}{" "}
          <span role="img" aria-label={t`${rating} of 5 stars`} className="font-normal text-accent-ink">
            {"★".repeat(rating)}
            <span className="text-muted">{"☆".repeat(5 - rating)}</span>
          </span>
        </p>
        <p lang={language} className="max-w-prose text-sm wrap-anywhere whitespace-pre-line text-slate">
          {text}
        </p>
        {answer && (
          <p className="mt-2 max-w-prose border-l-2 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line text-slate">
            {answer}
          </p>
        )}
      </div>
    </div>
  );
}

function Origin({ review }: { review: Review }) {
  const { source, sourceUrl, booking, bookingId, car } = review;
  return (
    <div className="lg:min-w-36">
      {bookingId ? (
        <span className="inline-flex items-center gap-x-1.5 whitespace-nowrap">
          <BadgeCheck aria-hidden size={16} className="text-pine" />
          <Link className="text-pine underline underline-offset-4" to={adminPath.booking(bookingId)}>
            {booking}
          </Link>
        </span>
      ) : sourceUrl ? (
        <a
          className="text-pine underline underline-offset-4"
          href={sourceUrl}
          target="_blank"
          rel="noreferrer"
        >
          {source}
        </a>
      ) : (
        source
      )}
      {car && <span className="block text-sm text-slate">{car}</span>}
    </div>
  );
}
