import { Trans } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import {
  type CarAvailability,
  isAvailabilityPromised,
  isBooked,
} from "@/features/site/shared/availability/ask";
import { askForSearch } from "@/features/site/shared/search/ask-for-search";
import { bookingUrl, type Search } from "@/features/site/shared/search/rules";
import { CheckPrice } from "@/features/site/shared/search/search-fields";
import { bookingClickIds } from "@/features/site/shared/tracking/tracking";
import { addDays } from "@/lib/dates";
import { formatDate } from "@/lib/format";

interface Props {
  carName: string;
  search: Search | null;
  availability: CarAvailability | undefined;
}

/** What can be done with a car: ask for its price, book it, or take the dates on which it can be had. */
export function CardAction({ carName, search, availability }: Props) {
  const navigate = useNavigate();
  const place = "relative z-10 w-full";
  // A page has a dozen of these buttons: screen readers need the car's name in each.
  const about = { "aria-description": carName };
  const book = (dates: Search) => navigate(bookingUrl(carName, dates, bookingClickIds()));
  if (!search) {
    return (
      <Button {...about} look="quiet" className={`${place} text-sm`} onClick={askForSearch}>
        <CheckPrice isPromised={isAvailabilityPromised()} />
      </Button>
    );
  }
  if (!isBooked(availability)) {
    return (
      <Button {...about} className={place} onClick={() => book(search)}>
        <Trans>Book Now</Trans>
      </Button>
    );
  }
  const from = availability?.freeFrom;
  if (!from) {
    return (
      <Button {...about} look="quiet" className={place} onClick={askForSearch}>
        <Trans>Choose other dates</Trans>
      </Button>
    );
  }
  const day = formatDate(from);
  const later = { ...search, pickupDate: from, returnDate: addDays(from, search.days) };
  return (
    <Button {...about} look="quiet" className={place} onClick={() => book(later)}>
      <Trans comment="Book a car for as many days from this day on, because it is booked before">
        Book from {day}
      </Trans>
    </Button>
  );
}
