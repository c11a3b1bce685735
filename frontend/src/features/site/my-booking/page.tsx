import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Button } from "@/components/ui/button";
import { late } from "@/components/ui/late-part";
import { ownBookingQuery, ownKey } from "@/features/site/shared/after/own-booking";
import { sentenceOf } from "@/lib/errors";
import { loadServerMessages } from "@/lib/server-messages";
import { openByLink } from "./api";
import { BookingView } from "./components/booking-view";
import { insteadOf } from "./components/section";

// Most visits come by a link.
const OpenForm = late(
  () => import("./components/open-form").then((module) => module.OpenForm),
  insteadOf("mx-auto h-96 max-w-md"),
);

/** A customer's own booking, opened by the link of an email or by its reference. */
export function Component() {
  const { t } = useLingui();
  const { problem, isOpening } = useLink();
  const query = useQuery({ ...ownBookingQuery, enabled: !isOpening });
  const booking = query.data;
  const text = booking ? t`Booking reference: ${{ reference: booking.reference }}` : "";
  return (
    <>
      <SiteHeader chatText={text} />
      <main id="content" className="mx-auto min-h-[60dvh] max-w-2xl px-4 py-8 sm:py-12 print:py-0">
        {booking ? (
          <BookingView booking={booking} />
        ) : isOpening || query.isPending ? (
          <div role="status" className="h-96 animate-pulse rounded-3xl bg-stone">
            <span className="sr-only">
              <Trans>Your booking is being opened</Trans>
            </span>
          </div>
        ) : query.isError ? (
          <div role="alert" className="grid justify-items-start gap-4">
            <p>{sentenceOf(query.error)}</p>
            <Button look="quiet" onClick={() => void query.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        ) : (
          <OpenForm problem={problem} />
        )}
      </main>
      <SiteFooter />
    </>
  );
}

/** Opens the booking of the link. The token is removed from the URL and history immediately. */
function useLink() {
  const client = useQueryClient();
  const [token] = useState(() => window.location.hash.slice(1));
  const [isOpening, setOpening] = useState(token !== "");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void loadServerMessages();
    if (token === "") return;
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname + search);
    openByLink(token)
      .then(() => client.invalidateQueries({ queryKey: ownKey }))
      .catch((error: unknown) => setProblem(sentenceOf(error)))
      .finally(() => setOpening(false));
  }, [client, token]);
  return { problem, isOpening };
}
