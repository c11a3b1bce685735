import { Picture } from "@/components/ui/picture";
import { siteConfig } from "@/lib/site-config";

/** The company's logo. In dark mode it has a light background: logos are designed for paper. */
export function BrandMark({ size }: { size: number }) {
  return (
    <span className="grid w-fit shrink-0 place-items-center rounded-xl bg-plate [padding:var(--plate-edge)]">
      <Picture
        picture={siteConfig().brand.logo}
        alt=""
        width={size}
        height={size}
        sizes={`${size}px`}
        isFirst
      />
    </span>
  );
}
