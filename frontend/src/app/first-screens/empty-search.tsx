import { CheckPrice, SearchFields } from "@/features/site/shared/search/search-fields";
import { usualTime } from "@/features/site/shared/search/times";
import { when } from "./placeholders";

const { start, otherwise, end } = when("rental.availability");
const empty = {
  pickupLocation: "",
  dropoffLocation: "",
  pickupDate: "",
  pickupTime: usualTime,
  returnDate: "",
  returnTime: usualTime,
};

/** The empty search form. Its container must be inert. */
export function EmptySearch() {
  return (
    <SearchFields
      form={empty}
      problems={{}}
      action={
        <>
          {start}
          <CheckPrice isPromised />
          {otherwise}
          <CheckPrice isPromised={false} />
          {end}
        </>
      }
      onChange={() => undefined}
    />
  );
}
