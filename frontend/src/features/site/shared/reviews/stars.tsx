import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Star } from "lucide-react";

/** A rating as five stars. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useLingui();
  return (
    <span className="flex gap-0.5" role="img" aria-label={t`${rating} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden
          size={16}
          className={clsx(star <= rating ? "fill-accent-ink text-accent-ink" : "text-line")}
        />
      ))}
    </span>
  );
}
