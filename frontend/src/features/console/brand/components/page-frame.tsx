import { useEffect, useRef } from "react";
import { siteConfig } from "@/lib/site-config";
import type { Layout } from "../api";
import { dress, type Theme, type Variables } from "../rules";

interface Props {
  path: string;
  name: string;
  variables: Variables;
  theme: Theme;
  layout: Layout;
}

/** A page of the site as on a phone, drawn smaller. It is looked at, not used: a visit of it would be counted. */
export function PageFrame({ path, name, variables, theme, layout }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const page = () => frame.current?.contentDocument;
  const paint = () => {
    const document = page();
    if (document) dress(document, variables, theme, layout);
  };
  useEffect(paint);
  return (
    <figure className="min-w-0">
      <div className="relative h-[30rem] overflow-hidden rounded-card border border-line bg-panel">
        <iframe
          ref={frame}
          src={`${siteConfig().tenant.pathPrefix}${path}?preview=drafts`}
          title={name}
          tabIndex={-1}
          inert
          className="absolute top-0 left-0 h-[48rem] w-[160%] origin-top-left scale-[0.625] border-0"
          onLoad={paint}
        />
      </div>
      <figcaption className="mt-2 text-sm font-semibold text-muted">{name}</figcaption>
    </figure>
  );
}
