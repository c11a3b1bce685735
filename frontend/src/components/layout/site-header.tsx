import { MessageCircle } from "lucide-react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { siteConfig } from "@/lib/site-config";
import { chatAddress } from "./chat";

/** Name, and the round chat button. `onPicture` puts it over the hero. */
export function SiteHeader({ onPicture = false }: { onPicture?: boolean }) {
  const { brand, landing, tenant } = siteConfig();
  const empty = "not chosen yet";
  const text = landing.chat.booking
    .replace("{pickup}", empty)
    .replace("{dropoff}", empty)
    .replace("{pickupDate}", empty)
    .replace("{returnDate}", empty)
    .replace("{car}", empty);
  const chat = chatAddress(text);
  return (
    <header className={onPicture ? "absolute inset-x-0 top-0 z-10" : "border-b border-line bg-snow"}>
      <div className="mx-auto flex max-w-[96rem] items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <Link to={paths.home} className="flex min-h-11 items-center gap-3 text-lg font-bold text-ink">
          <img src={brand.logo} alt="" width={36} height={36} />
          {tenant.name}
        </Link>
        {chat && (
          <a
            href={chat}
            target="_blank"
            rel="noreferrer"
            aria-label="Chat with us"
            className="grid size-12 place-items-center rounded-full bg-pine text-white shadow-card hover:bg-ink"
          >
            <MessageCircle aria-hidden size={22} />
          </a>
        )}
      </div>
    </header>
  );
}
