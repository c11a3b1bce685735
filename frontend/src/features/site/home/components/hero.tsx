import { SiteHeader } from "@/components/layout/site-header";
import { SearchForm } from "@/features/site/shared/search/search-form";
import { useSearch } from "@/features/site/shared/search/use-search";
import { HeroFrame } from "./hero-frame";

/** The first screen: the promise, and the form that leads to a price. */
export function Hero() {
  const { search } = useSearch();
  return (
    <HeroFrame header={<SiteHeader onPicture trip={search} />}>
      <SearchForm />
    </HeroFrame>
  );
}
