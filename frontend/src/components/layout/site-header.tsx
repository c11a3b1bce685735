import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { formatDay } from "@/lib/format";
import { chatUrl, siteConfig } from "@/lib/site-config";
import { CurrencySwitch } from "./currency-switch";
import { ChatButton, HeaderBar } from "./header-bar";
import { HeaderLinks, SiteMenu } from "./header-menu";
import { LanguageMenu } from "./language-menu";

/** The known details for a chat's first message: codes of places, dates as yyyy-mm-dd. */
interface ChatTrip {
  pickupLocation: string;
  dropoffLocation: string;
  pickupDate: string;
  returnDate: string;
  carType?: string;
}

interface Props {
  onPicture?: boolean;
  trip?: ChatTrip | null;
  /** The chat's first message where no trip is being planned. */
  chatText?: string;
  /** Content attached below the bar. */
  bar?: ReactNode;
}

/** Name, pages, and the chat button, whose message includes the current choice. */
export function SiteHeader({ onPicture = false, trip = null, chatText, bar }: Props) {
  const chat = chatUrl(chatText ?? bookingText(trip));
  return (
    <HeaderBar onPicture={onPicture} bar={bar}>
      <HeaderLinks />
      <LanguageMenu />
      <CurrencySwitch />
      {chat && <ChatButton href={chat} />}
      <SiteMenu />
    </HeaderBar>
  );
}

function bookingText(trip: ChatTrip | null): string {
  const { landing, locations } = siteConfig();
  const place = (code = "") => locations.find((item) => item.code === code)?.name;
  const day = (date = "") => (date ? formatDay(date) : undefined);
  const values = {
    pickup: place(trip?.pickupLocation),
    dropoff: place(trip?.dropoffLocation),
    pickupDate: day(trip?.pickupDate),
    returnDate: day(trip?.returnDate),
    car: trip?.carType,
  };
  return Object.entries(values).reduce(
    (text, [name, value]) =>
      text.replace(
        `{${name}}`,
        value ||
          t({
            message: "not chosen yet",
            comment: "Used in a chat message in place of what was not chosen",
          }),
      ),
    landing.chat.booking,
  );
}
