import { useLingui } from "@lingui/react/macro";
import type { Editor } from "@tiptap/react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";

/** Where the chosen words lead. Without an address, they lead nowhere any more. */
export function RichLink({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useLingui();
  const [href, setHref] = useState(String(editor.getAttributes("link").href ?? ""));
  function apply() {
    const chain = editor.chain().focus().extendMarkRange("link");
    if (href.trim()) chain.setLink({ href: href.trim() }).run();
    else chain.unsetLink().run();
    onClose();
  }
  return (
    <div className="flex flex-wrap gap-2 border-t border-line p-2">
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by the button above
        autoFocus
        className={controlClass("min-w-40 grow")}
        aria-label={t`Address of the link`}
        placeholder="https://"
        value={href}
        onChange={({ target }) => setHref(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
      />
      <Button access="draft" look="quiet" onClick={apply}>{t`Set the link`}</Button>
    </div>
  );
}
