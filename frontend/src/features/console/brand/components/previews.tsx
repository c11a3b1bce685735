import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Colors, Layout, Looked } from "../api";
import { previewPages, type Theme, type Variables } from "../rules";
import { EmailFrame } from "./email-frame";
import { PageFrame } from "./page-frame";
import { PrintedPage } from "./printed-page";

interface Props {
  colors: Colors;
  looked: Looked;
  face: Variables;
  layout: Layout;
}

/** Real pages side by side in the layout, colours and face that are tried, by day or by night, and a document. */
export function Previews({ colors, looked, face, layout }: Props) {
  const { t } = useLingui();
  const [theme, setTheme] = useState<Theme>("light");
  const variables = { ...looked[theme], ...face };
  const themes: readonly (readonly [Theme, string])[] = [
    ["light", t`By day`],
    ["dark", t`By night`],
  ];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label={t`Preview`}>
      <div className="flex gap-1.5">
        {themes.map(([name, label]) => (
          <button
            key={name}
            type="button"
            aria-pressed={theme === name}
            className="min-h-11 rounded-xl border border-line bg-panel px-4 text-sm font-semibold aria-pressed:border-pine aria-pressed:bg-pine aria-pressed:text-on-pine"
            onClick={() => setTheme(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
        {previewPages.map(([path, name]) => (
          <PageFrame
            key={path}
            path={path}
            name={t(name)}
            variables={variables}
            theme={theme}
            layout={layout}
          />
        ))}
        <EmailFrame colors={colors} />
        <PrintedPage colors={colors} />
      </div>
    </section>
  );
}
