import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { late } from "@/components/ui/late-part";
import { ownKey, statusWord } from "@/features/site/shared/after/own-booking";
import { placeOf } from "@/features/site/shared/after/places";
import { StepList } from "@/features/site/shared/after/step-list";
import { nextSteps } from "@/features/site/shared/after/steps";
import { chatUrl } from "@/lib/site-config";
import { closeBooking, type OwnBooking } from "../api";
import { clearDraft } from "../rules/draft";
import { ChangeSection } from "./change-section";
import { DocumentsSection } from "./documents-section";
import { ExtendSection } from "./extend-section";
import { PriceSection } from "./price-section";
import { insteadOf } from "./section";
import { TripSection } from "./trip-section";

// Few visits sign.
const AgreementSection = lazy(() => import("./agreement-section"));
// Below the first screen.
const DetailsSection = late(
  () => import("./details-section").then((module) => module.DetailsSection),
  insteadOf("h-[36rem] sm:h-96"),
);
const LicenceSection = late(
  () => import("./licence-section").then((module) => module.LicenceSection),
  insteadOf("h-52"),
);
const MessageSection = late(
  () => import("./message-section").then((module) => module.MessageSection),
  insteadOf("h-80"),
);

/** Everything of one booking, the next thing to do first. */
export function BookingView({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { reference, allowed } = booking;
  const name = (code: string, agreed: OwnBooking["pickupPlace"]) =>
    [placeOf(code)?.name ?? code, agreed?.name].filter(Boolean).join(", ");
  const chat = chatUrl(`${t`Booking reference: ${reference}`}\n`);
  const steps = nextSteps({
    ...booking,
    pickupPlace: name(booking.pickupLocation, booking.pickupPlace),
    returnPlace: name(booking.dropoffLocation, booking.dropoffPlace),
    meetingPoint: booking.pickupPlace?.meetingPoint ?? "",
    car: booking.carName,
  });
  // Once signed, the section stays to say so.
  const [wasAsked, setAsked] = useState(booking.isAgreementOpen);
  if (booking.isAgreementOpen && !wasAsked) setAsked(true);
  const close = () =>
    void closeBooking().then(() => {
      clearDraft();
      client.setQueryData(ownKey, null);
    });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:gap-2">
      <header>
        <p className="text-sm font-semibold text-pine" role="status">
          {statusWord(booking.status)}
        </p>
        <h1 className="mt-1 text-3xl font-extrabold wrap-anywhere print:text-xl">{booking.carName}</h1>
        <p className="mt-1 text-slate">
          <Trans>Booking</Trans> <span className="tabular font-bold select-all">{reference}</span>
        </p>
      </header>
      <section className="rounded-3xl border border-line bg-sky p-5 sm:p-7 print:border-0 print:p-0">
        <StepList steps={steps} />
        {chat && (
          <a
            className={buttonClass("primary", "mt-5 print:hidden")}
            href={chat}
            target="_blank"
            rel="noreferrer"
          >
            <MessageCircle aria-hidden size={20} /> <Trans>Chat about this booking</Trans>
          </a>
        )}
      </section>
      {wasAsked && (
        <Suspense fallback={<div className="h-96 animate-pulse rounded-3xl bg-stone" />}>
          <AgreementSection booking={booking} />
        </Suspense>
      )}
      <TripSection booking={booking} />
      <PriceSection booking={booking} />
      {/* On paper is what was agreed; what can still be done needs the page. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:hidden">
        {(allowed.changeUntil || allowed.cancelUntil) && <ChangeSection booking={booking} />}
        {allowed.extendUntil && <ExtendSection key={booking.returnAt} booking={booking} />}
        {allowed.tell && <DetailsSection key={booking.updatedAt} booking={booking} />}
        {allowed.tell && <LicenceSection booking={booking} />}
        {(booking.documents.length > 0 || booking.termsVersion !== null) && (
          <DocumentsSection documents={booking.documents} termsVersion={booking.termsVersion} />
        )}
        {(allowed.write || booking.messages.length > 0) && <MessageSection booking={booking} />}
        <Button look="plain" className="justify-self-center" onClick={close}>
          <Trans>Close on this device</Trans>
        </Button>
      </div>
    </div>
  );
}
