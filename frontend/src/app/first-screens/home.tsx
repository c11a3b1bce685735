import { HeaderBar } from "@/components/layout/header-bar";
import { HeroFrame } from "@/features/site/home/components/hero-frame";
import { CheckPrice } from "@/features/site/shared/search/check-price";
import { SearchFields } from "@/features/site/shared/search/search-fields";
import { HeaderPlaces } from "./header-places";
import { when } from "./placeholders";

const { start, otherwise, end } = when("rental.availability");
const empty = { pickupLocation: "", dropoffLocation: "", pickupDate: "", returnDate: "" };

/** The home page as far as it is the same for everybody. */
export function HomeFirstScreen() {
  return (
    <main>
      <HeroFrame
        header={
          <HeaderBar onPicture>
            <HeaderPlaces />
          </HeaderBar>
        }
      >
        {/* Nothing can be typed that the real form, which takes its place, would lose. */}
        <div inert>
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
        </div>
      </HeroFrame>
    </main>
  );
}
