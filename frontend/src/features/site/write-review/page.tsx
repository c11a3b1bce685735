import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import { ApiError, sentenceOf } from "@/lib/errors";
import { loadServerMessages } from "@/lib/server-messages";
import { siteConfig } from "@/lib/site-config";
import { type InvitedReview, openByLink, ReviewForm } from "./components/review-form";

/** What a customer says of their rental: opened by the link of an email, without an account. */
export function Component() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [saved, setSaved] = useState<InvitedReview | null>(null);
  const query = useQuery({
    queryKey: ["/api/reviews/own", token],
    queryFn: () => openByLink(token),
    enabled: token !== "",
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    void loadServerMessages();
  }, []);
  const review = saved ?? query.data;
  return (
    <>
      <SiteHeader />
      <main id="content" className="mx-auto min-h-[60dvh] max-w-xl px-4 py-8 sm:py-12">
        {token === "" || query.isError ? (
          <div role="alert" className="grid justify-items-start gap-4">
            <h1 className="text-3xl font-extrabold">
              <Trans>Write a review</Trans>
            </h1>
            <p>
              {query.isError ? sentenceOf(query.error) : <Trans>Open the link of our email again.</Trans>}
            </p>
            {query.isError && !(query.error instanceof ApiError) && (
              <Button look="quiet" onClick={() => void query.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            )}
          </div>
        ) : !review ? (
          <div role="status" className="h-96 animate-pulse rounded-3xl bg-stone">
            <span className="sr-only">
              <Trans>Loading</Trans>
            </span>
          </div>
        ) : saved || !review.isOpen ? (
          <Thanks review={review} onChange={() => setSaved(null)} onReload={() => void query.refetch()} />
        ) : (
          <ReviewForm token={token} review={review} onSaved={setSaved} />
        )}
      </main>
      <SiteFooter />
    </>
  );
}

interface ThanksProps {
  review: InvitedReview;
  onChange: () => void;
  onReload: () => void;
}

/** After it was sent, and once it can't be changed anymore. */
function Thanks({ review, onChange, onReload }: ThanksProps) {
  const { name } = siteConfig().tenant;
  return (
    <div className="grid justify-items-start gap-4">
      <h1 className="text-3xl font-extrabold">
        <Trans>Thank you for your review</Trans>
      </h1>
      <p role="status" className="text-slate">
        {review.isOpen ? (
          <Trans>{name} reads it next. Until then you can change it with the same link.</Trans>
        ) : (
          <Trans>{name} has read it. It can't be changed anymore.</Trans>
        )}
      </p>
      {review.isOpen && (
        <Button
          look="quiet"
          onClick={() => {
            onReload();
            onChange();
          }}
        >
          <Trans>Change it</Trans>
        </Button>
      )}
    </div>
  );
}
