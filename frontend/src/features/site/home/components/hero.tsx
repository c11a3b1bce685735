import { SiteHeader } from "@/components/layout/site-header";
import { useSearch } from "../use-search";
import { HeroFrame } from "./hero-frame";
import { SearchForm } from "./search-form";

/** The first screen: the promise, and the form that leads to a price. */
export function Hero() {
  const { search } = useSearch();
  return (
    <HeroFrame header={<SiteHeader onPicture trip={search} />}>
      <SearchForm />
    </HeroFrame>
  );
}
