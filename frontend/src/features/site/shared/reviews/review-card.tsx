import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { BadgeCheck } from "lucide-react";
import { Link } from "react-router";
import type { components } from "@/api/schema.gen";
import { Picture } from "@/components/ui/picture";
import { carUrl } from "@/features/site/shared/cars/facts";
import { api, bodyOf } from "@/lib/api";
import { type SiteConfig, siteConfig } from "@/lib/site-config";
import { Stars } from "./stars";

type Review = SiteConfig["reviews"][number];
type ReviewPage = components["schemas"]["ReviewListResponse"];

/** A page of published reviews, the newest first: of one car, or of all. */
export function loadReviews(car?: string, cursor?: string): Promise<ReviewPage> {
  const query = { lang: siteConfig().tenant.language, ...(car && { car }), ...(cursor && { cursor }) };
  return bodyOf(api.GET("/api/reviews", { params: { query } }));
}

const day = 86_400_000;
const [week, month, year] = [7, 30.4, 365.25];

/** How long ago a review was written, in words. */
export function whenWritten(writtenOn: string, now = Date.now()): string {
  const days = (now - Date.parse(writtenOn)) / day;
  if (days >= year) return plural(Math.floor(days / year), { one: "# year ago", other: "# years ago" });
  if (days >= month) return plural(Math.floor(days / month), { one: "# month ago", other: "# months ago" });
  if (days >= week) return plural(Math.floor(days / week), { one: "# week ago", other: "# weeks ago" });
  return t`This week`;
}

interface Props {
  review: Review;
  /** Names the car with a link to its page. */
  hasCar?: boolean;
}

/** What one guest says, who that is, and what the company answered. */
export function ReviewCard({ review, hasCar }: Props) {
  const { author, picture, rating, text, language, writtenOn, isVerified, source, sourceUrl, answer } =
    review;
  const car = hasCar && siteConfig().cars.find(({ slug, inFleet }) => inFleet && slug === review.car);
  const { name, language: ownLanguage } = siteConfig().tenant;
  // The device's own letters: one review would load a whole font of other letters.
  const face = language === ownLanguage ? "" : "font-[family-name:system-ui]";
  return (
    <article className="flex h-full flex-col gap-2 rounded-card bg-panel p-5 shadow-card">
      <div className="flex items-center justify-between gap-3">
        <Stars rating={rating} />
        {isVerified && (
          <span className="inline-flex items-center gap-1 text-xs font-semibold text-pine">
            <BadgeCheck aria-hidden size={15} />
            <Trans comment="Of a review by a customer whose rental is known">Verified rental</Trans>
          </span>
        )}
      </div>
      <p lang={language} className={clsx("text-sm wrap-anywhere whitespace-pre-line text-slate", face)}>
        {text}
      </p>
      {answer && (
        <div className="rounded-xl bg-stone p-3 text-sm">
          <p className="font-semibold">
            <Trans comment="Above a company's public answer to a review">Answer by {name}</Trans>
          </p>
          <p lang={language} className={clsx("wrap-anywhere whitespace-pre-line text-slate", face)}>
            {answer}
          </p>
        </div>
      )}
      <div className="mt-auto flex items-center gap-3 pt-1">
        {picture && <Picture picture={picture} sizes="44px" className="size-11 rounded-full object-cover" />}
        <div className="min-w-0 text-sm">
          <p className="font-semibold wrap-anywhere">
            <span className={face}>{author}</span>{" "}
            <span className="font-normal text-muted">· {whenWritten(writtenOn)}</span>
          </p>
          {car && (
            <Link to={carUrl(car, "")} className="text-xs text-muted underline">
              {car.name}
            </Link>
          )}
          {source && <Source name={source} url={sourceUrl} />}
        </div>
      </div>
    </article>
  );
}

/** Where a review was written; behind its link, where it can be read. */
function Source({ name, url }: { name: string; url: string }) {
  const look = "block text-xs text-muted";
  if (!url) return <span className={look}>{name}</span>;
  return (
    <a className={`${look} underline`} href={url} target="_blank" rel="noreferrer nofollow">
      {name}
    </a>
  );
}
