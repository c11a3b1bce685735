import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import type { components } from "@/api/schema.gen";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { Button, buttonClass } from "@/components/ui/button";
import { api, bodyOf } from "@/lib/api";
import { formatMoney } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";

type OnlinePayment = components["schemas"]["ReturnResponse"];

const pollMilliseconds = 3_000;
/** Stripe reports within seconds; after that the visitor refreshes. */
const maxPolls = 20;

/** The status of a payment link; polled while Stripe may still report a payment. */
const paymentQuery = (token: string) =>
  queryOptions({
    queryKey: ["/api/payments/online", token],
    queryFn: () => bodyOf(api.POST("/api/payments/online", { body: { token } })),
    refetchInterval: ({ state }) =>
      state.data?.state === "open" && state.dataUpdateCount < maxPolls ? pollMilliseconds : false,
    staleTime: 0,
  });

/** Where Stripe sends the customer back: paid, or not. */
export function Component() {
  const { landing } = siteConfig();
  // Behind the #, so that the token is in no log and no Referer.
  const [token] = useState(() => window.location.hash.slice(1));
  const payment = useQuery({ ...paymentQuery(token), enabled: token !== "", retry: 1 });
  return (
    <>
      <SiteHeader chatText={landing.chat.thankYou} />
      <main id="content" className="mx-auto min-h-[60dvh] max-w-xl px-4 py-12 text-center sm:py-20">
        {payment.data ? (
          <State payment={payment.data} onAgain={() => void payment.refetch()} />
        ) : payment.isPending && token !== "" ? (
          <Clock aria-hidden className="mx-auto animate-pulse text-muted" size={64} />
        ) : (
          <Unknown onAgain={() => void payment.refetch()} />
        )}
      </main>
      <SiteFooter />
    </>
  );
}

function State({ payment, onAgain }: { payment: OnlinePayment; onAgain: () => void }) {
  const { t } = useLingui();
  const amount = formatMoney(payment.amount, payment.currency);
  const { reference } = payment;
  if (payment.state === "paid") {
    return (
      <PaymentMessage
        icon={<CircleCheck aria-hidden className="mx-auto text-pine" size={64} />}
        title={payment.purpose === "payment" ? t`Payment received` : t`Deposit received`}
      >
        {payment.purpose === "hold"
          ? t`A part of the deposit for booking ${reference} was charged. You find the amount on the invoice.`
          : t`${amount} for booking ${reference}. You can close this page.`}
      </PaymentMessage>
    );
  }
  if (payment.state === "held" || payment.state === "released") {
    return (
      <PaymentMessage
        icon={<CircleCheck aria-hidden className="mx-auto text-pine" size={64} />}
        title={payment.state === "held" ? t`Deposit on hold` : t`Deposit released`}
      >
        {payment.state === "held"
          ? t`${amount} for booking ${reference} is held on your card. You weren't charged. You can close this page.`
          : t`${amount} for booking ${reference} is no longer held on your card. You weren't charged.`}
      </PaymentMessage>
    );
  }
  if (payment.url) {
    return (
      <PaymentMessage
        icon={<Clock aria-hidden className="mx-auto text-slate" size={64} />}
        title={t`Not paid yet`}
      >
        {t`${amount} for booking ${reference}. If you have just paid, this page updates within a minute.`}
        <span className="mt-8 flex flex-wrap justify-center gap-3">
          <a className={buttonClass("primary")} href={payment.url}>
            {payment.purpose === "hold" ? t`Hold ${amount} on a card` : t`Pay ${amount}`}
          </a>
          <Button look="quiet" onClick={onAgain}>
            <Trans>Refresh</Trans>
          </Button>
        </span>
      </PaymentMessage>
    );
  }
  return (
    <PaymentMessage
      icon={<CircleX aria-hidden className="mx-auto text-danger" size={64} />}
      title={t`Not paid`}
    >
      {t`This payment link for ${amount} has expired. You weren't charged. Ask us for a new link.`}
    </PaymentMessage>
  );
}

function Unknown({ onAgain }: { onAgain: () => void }) {
  const { t } = useLingui();
  return (
    <PaymentMessage
      icon={<CircleX aria-hidden className="mx-auto text-slate" size={64} />}
      title={t`Couldn't load this payment`}
    >
      {t`The link is incomplete, or the connection failed. Check the link and try again.`}
      <span className="mt-8 flex justify-center">
        <Button look="quiet" onClick={onAgain}>
          <Trans>Refresh</Trans>
        </Button>
      </span>
    </PaymentMessage>
  );
}

function PaymentMessage({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <>
      {icon}
      <h1 className="mt-6 text-3xl font-extrabold sm:text-4xl">{title}</h1>
      <div className="mt-4 text-lg text-slate" role="status">
        {children}
      </div>
    </>
  );
}
