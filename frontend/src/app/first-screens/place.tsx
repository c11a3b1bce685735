import { HeaderBar } from "@/components/layout/header-bar";
import { PlaceCars } from "@/features/site/place/components/place-cars";
import { HandoverFee } from "@/features/site/place/components/place-facts";
import { PlaceIntro } from "@/features/site/place/components/place-intro";
import { EmptySearch } from "./empty-search";
import { HeaderPlaces } from "./header-places";
import { each, fill, picture, when } from "./placeholders";

const fee = when("item.fee");

/** A place's page as far as it is the same for everyone; `item` is made in platform/src/abano/site/pages/items.py. */
export function PlaceFirstScreen() {
  const car = {
    name: fill("car.name"),
    address: fill("car.address"),
    picture: { ...picture("car.picture"), alt: "" },
    price: fill("car.price"),
  };
  return (
    <>
      <HeaderBar>
        <HeaderPlaces />
      </HeaderBar>
      <main>
        <PlaceIntro name={fill("item.name")} address={fill("item.address")} price={fill("item.price")}>
          {fee.start}
          <HandoverFee fee={fill("item.fee")} />
          {fee.otherwise}
          <HandoverFee fee={null} />
          {fee.end}
          <div inert className="mt-6">
            <EmptySearch />
          </div>
        </PlaceIntro>
        <PlaceCars
          cars={each("item.cars", "car", car)}
          link={({ address, name }, className) => (
            <a href={address} className={className}>
              {name}
            </a>
          )}
        />
      </main>
    </>
  );
}
