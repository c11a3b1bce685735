import { MessageCircle } from "lucide-react";
import { useEffect } from "react";
import { chatAddress } from "@/components/layout/chat";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { buttonClass } from "@/components/ui/button";
import { startClickTracking } from "@/features/click-tracking/tracking";
import { siteConfig } from "@/lib/site-config";

export function Component() {
  const { landing } = siteConfig();
  const chat = chatAddress(landing.chat.thankYou);
  useEffect(() => {
    const toTop = () => window.scrollTo(0, 0);
    toTop();
    startClickTracking();
    // Shown again from the browser's memory by the back button.
    window.addEventListener("pageshow", toTop);
    return () => window.removeEventListener("pageshow", toTop);
  }, []);
  return (
    <>
      {chat && (
        <aside aria-label={landing.thankYou.button}>
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
      <SiteHeader />
      <main className="mx-auto max-w-2xl px-4 py-12 text-center">
        <img
          src="/illustrations/scenes/stop-thankyou.svg"
          alt=""
          width={960}
          height={600}
          className="mx-auto w-full max-w-md rounded-3xl"
        />
        <h1 className="mt-8 text-3xl font-extrabold sm:text-5xl">{landing.thankYou.heading}</h1>
        <p className="mt-4 text-lg text-slate">{landing.thankYou.text}</p>
        {chat && (
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("primary", "mt-8 px-8 text-lg")}
          >
            <MessageCircle aria-hidden size={22} />
            {landing.thankYou.button}
          </a>
        )}
      </main>
      <SiteFooter />
    </>
  );
}
