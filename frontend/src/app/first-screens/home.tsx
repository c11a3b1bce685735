import { HeaderBar } from "@/components/layout/header-bar";
import { HeroFrame } from "@/features/site/home/components/hero-frame";
import { EmptySearch } from "./empty-search";
import { HeaderPlaces } from "./header-places";

/** The home page as far as it is the same for everyone. */
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
          <EmptySearch />
        </div>
      </HeroFrame>
    </main>
  );
}
