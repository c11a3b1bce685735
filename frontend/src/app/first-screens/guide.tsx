import { HeaderBar } from "@/components/layout/header-bar";
import { Button } from "@/components/ui/button";
import { PageHeroFrame, PageHeroText } from "@/features/site/guide/components/hero-frame";
import { HeaderPlaces, Where } from "./header-places";
import { fill, picture, when } from "./placeholders";

const pictured = when("page.image.src");

/** A guide as far as its first screen goes; `page` is the hero of its document. */
export function GuideFirstScreen() {
  const header = (
    <HeaderBar onPicture>
      <HeaderPlaces />
    </HeaderBar>
  );
  const hero = { title: fill("page.title"), header };
  return (
    <main>
      {pictured.start}
      <PageHeroFrame
        {...hero}
        picture={{ image: picture("page.image"), imagePortrait: picture("page.imagePortrait") }}
      >
        <Words />
      </PageHeroFrame>
      {pictured.otherwise}
      <PageHeroFrame {...hero} picture={{}}>
        <Words />
      </PageHeroFrame>
      {pictured.end}
    </main>
  );
}

function Words() {
  return (
    <>
      <Where path="page.text">
        <PageHeroText>{fill("page.text")}</PageHeroText>
      </Where>
      <Where path="page.button">
        {/* It can be pressed when the page below it has come. */}
        <div inert>
          <Button className="mt-8">{fill("page.button")}</Button>
        </div>
      </Where>
    </>
  );
}
