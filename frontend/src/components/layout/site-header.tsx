import { MessageCircle } from "lucide-react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { formatDay } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { chatAddress } from "./chat";

/** What a chat begins with, as far as it is known: codes of places, dates as yyyy-mm-dd. */
export interface ChatTrip {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  returnDate: string;
  carType?: string;
}

interface Props {
  /** Over the hero's picture. */
  onPicture?: boolean;
  trip?: ChatTrip | null;
  /** What the chat begins with where it is not about a trip to be chosen. */
  chatText?: string;
}

/** Name, and the round chat button that tells the company what was chosen. */
export function SiteHeader({ onPicture = false, trip = null, chatText }: Props) {
  const { brand, tenant } = siteConfig();
  const chat = chatAddress(chatText ?? bookingText(trip));
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
            className="grid size-12 place-items-center rounded-full bg-pine text-on-pine shadow-card hover:bg-ink hover:text-snow"
          >
            <MessageCircle aria-hidden size={22} />
          </a>
        )}
      </div>
    </header>
  );
}

function bookingText(trip: ChatTrip | null): string {
  const { landing, locations, tenant } = siteConfig();
  const place = (code = "") => locations.find((item) => item.code === code)?.name;
  const day = (date = "") => (date ? formatDay(date, tenant.locale) : undefined);
  const values = {
    pickup: place(trip?.pickupLocation),
    dropoff: place(trip?.dropoffLocation),
    pickupDate: day(trip?.pickupDate),
    returnDate: day(trip?.returnDate),
    car: trip?.carType,
  };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value || "not chosen yet"),
    landing.chat.booking,
  );
}
