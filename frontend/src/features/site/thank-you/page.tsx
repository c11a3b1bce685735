import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { ownBookingQuery } from "@/features/site/shared/after/own-booking";
import { readBooked } from "@/features/site/shared/booked";
import { startClickTracking } from "@/features/site/shared/tracking/tracking";
import { chatUrl, siteConfig } from "@/lib/site-config";
import { AfterBooking } from "./components/after-booking";
import { BookingCard } from "./components/booking-card";

export function Component() {
  const { t } = useLingui();
  const { landing } = siteConfig();
  const { state } = useLocation();
  const booked = readBooked(state);
  const reference = booked?.reference;
  // The booking opened it in this browser: what became of it since, and what can be downloaded.
  const open = useQuery({ ...ownBookingQuery, enabled: booked !== null }).data;
  const own = open?.reference === reference ? (open ?? null) : null;
  const about = reference ? `\n${t`Booking reference: ${reference}`}` : "";
  const chat = chatUrl(landing.chat.thankYou + about);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const toTop = () => window.scrollTo(0, 0);
    toTop();
    // The pressed button is gone: move focus to the confirmation for screen readers and Tab.
    heading.current?.focus({ preventScroll: true });
    startClickTracking();
    // Shown again from the browser's memory by the back button.
    window.addEventListener("pageshow", toTop);
    return () => window.removeEventListener("pageshow", toTop);
  }, []);
  return (
    <>
      {chat && (
        <aside aria-label={landing.thankYou.button} className="print:hidden">
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            className="block bg-accent px-4 py-3 text-center font-semibold text-on-accent underline underline-offset-4"
          >
            {landing.thankYou.banner}
          </a>
        </aside>
      )}
      <SiteHeader chatText={landing.chat.thankYou + about} />
      <main id="content" className="mx-auto max-w-2xl px-4 py-8 text-center sm:py-12 print:py-0">
        <img
          src="/drawings/thank-you.svg"
          alt=""
          width={960}
          height={600}
          className="mx-auto w-full max-w-48 rounded-3xl sm:max-w-sm print:hidden"
        />
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-6 text-3xl font-extrabold outline-none sm:text-5xl print:mt-0 print:text-xl"
        >
          {landing.thankYou.heading}
        </h1>
        <p className="mt-4 text-lg text-slate print:mt-1 print:text-sm">{landing.thankYou.text}</p>
        {chat && (
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary", "mt-8 px-8 text-lg print:hidden")}
          >
            <MessageCircle aria-hidden size={22} />
            {landing.thankYou.button}
          </a>
        )}
        {booked ? (
          <>
            <AfterBooking booked={booked} own={own} />
            <BookingCard booked={booked} own={own} />
          </>
        ) : (
          <p className="mt-8 text-slate">
            <Trans>
              This browser tab knows of no booking. If you have made one, tell us your name and dates in the
              chat; if not,{" "}
              <Link to={paths.home} className="font-semibold text-pine underline underline-offset-4">
                choose your car
              </Link>
              .
            </Trans>
          </p>
        )}
      </main>
      <SiteFooter />
    </>
  );
}
