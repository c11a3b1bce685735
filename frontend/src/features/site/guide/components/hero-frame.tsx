import type { ReactNode } from "react";
import { Picture } from "@/components/ui/picture";
import type { PageDocument } from "@/features/site/shared/document-query";

interface Props {
  picture: Pick<PageDocument["hero"], "image" | "imagePortrait">;
  title: string;
  header: ReactNode;
  /** What the page says of itself, and the button that leads down to it. */
  children: ReactNode;
}

/** The first screen of a page: over its picture where it has one, else on a calm ground and lower. */
export function PageHeroFrame({ picture, title, header, children }: Props) {
  const height = picture.image?.src ? "min-h-screen-left" : "pb-14";
  return (
    <>
      {header}
      <div className={`page-hero relative isolate flex ${height} flex-col overflow-hidden bg-sky sm:pt-18`}>
        <Picture picture={picture.image} portrait={picture.imagePortrait} alt="" isFirst className="scene" />
        {picture.image?.src && <div aria-hidden className="scrim" />}
        <div id="content" className="mx-auto mt-6 w-full max-w-5xl px-4 sm:mt-18 sm:px-6">
          <h1 className="max-w-2xl text-4xl leading-tight font-extrabold sm:text-6xl">{title}</h1>
          {children}
        </div>
      </div>
    </>
  );
}

/** The sentence under the title. */
export function PageHeroText({ children }: { children: ReactNode }) {
  return <p className="mt-4 max-w-xl text-lg">{children}</p>;
}
