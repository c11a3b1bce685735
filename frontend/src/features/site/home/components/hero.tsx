import { SearchForm } from "@/features/site/shared/search/search-form";
import { SearchHeader } from "@/features/site/shared/search/search-header";
import { HeroFrame } from "./hero-frame";

/** The first screen: the promise, and the form that leads to a price. */
export function Hero() {
  return (
    <HeroFrame header={<SearchHeader onPicture />}>
      <SearchForm />
    </HeroFrame>
  );
}
