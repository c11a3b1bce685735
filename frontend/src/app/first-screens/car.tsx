import { HeaderBar } from "@/components/layout/header-bar";
import { Picture } from "@/components/ui/picture";
import { CarIntro } from "@/features/site/car/components/car-intro";
import { stageSizes } from "@/features/site/shared/cars/gallery-stage";
import { HeaderPlaces } from "./header-places";
import { each, fill, picture } from "./placeholders";

/** A car's page as far as it is the same for everyone; `item` is made in platform/src/abano/site/pages/items.py. */
export function CarFirstScreen() {
  return (
    <>
      <HeaderBar>
        <HeaderPlaces />
      </HeaderBar>
      <main>
        <CarIntro
          name={fill("item.name")}
          title={fill("item.title")}
          description={fill("item.description")}
          specs={each("item.specs", "spec", fill("spec"))}
          price={fill("item.price")}
          stage={
            <Picture
              picture={picture("item.picture")}
              alt=""
              sizes={stageSizes}
              isFirst
              className="aspect-8/5 max-h-[58dvh] w-full object-cover"
            />
          }
        />
      </main>
    </>
  );
}
