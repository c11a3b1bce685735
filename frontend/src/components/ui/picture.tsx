import { type ImgHTMLAttributes, useState } from "react";

/** A picture that disappears, with a note in the console, when it cannot be loaded. */
export function Picture(props: ImgHTMLAttributes<HTMLImageElement> & { alt: string }) {
  const [broken, setBroken] = useState(false);
  if (broken || !props.src) return null;
  return (
    // biome-ignore lint/a11y/useAltText: alt is required above
    <img
      loading="lazy"
      decoding="async"
      {...props}
      onError={() => {
        console.warn("picture not loaded", props.src);
        setBroken(true);
      }}
    />
  );
}
