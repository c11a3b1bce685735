import { Picture } from "@/components/ui/picture";
import type { Block } from "@/features/site/shared/document-query";
import { Section } from "./section";

/** A picture over the whole width of the text. */
export function WidePicture({ picture }: { picture: Block<"picture">["picture"] | null | undefined }) {
  if (!picture) return null;
  return (
    <Picture
      picture={picture}
      sizes="(min-width: 1024px) 64rem, 100vw"
      width={960}
      height={600}
      className="aspect-8/5 w-full rounded-card object-cover sm:max-h-96"
    />
  );
}

export function PictureBlock({ block }: { block: Block<"picture"> }) {
  return (
    <figure>
      <WidePicture picture={block.picture} />
      {block.caption && <figcaption className="mt-2 text-sm text-muted">{block.caption}</figcaption>}
    </figure>
  );
}

export function Gallery({ block }: { block: Block<"gallery"> }) {
  return (
    <Section title={block.title} text={block.text}>
      <ul className="grid gap-5 sm:grid-cols-2">
        {block.items.map((item) => (
          <li key={item.picture.src} className="overflow-hidden rounded-card bg-panel shadow-card">
            <Picture
              picture={item.picture}
              sizes="(min-width: 640px) 32rem, 100vw"
              width={960}
              height={600}
              className="aspect-8/5 w-full object-cover"
            />
            {(item.title || item.text) && (
              <div className="p-5">
                {item.title && <h3 className="text-lg font-bold">{item.title}</h3>}
                {item.text && <p className="mt-1 text-slate">{item.text}</p>}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
