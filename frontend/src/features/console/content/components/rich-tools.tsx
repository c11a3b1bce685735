import { useLingui } from "@lingui/react/macro";
import { type Editor, useEditorState } from "@tiptap/react";
import { Bold, Heading2, Heading3, Italic, Link, List, ListOrdered } from "lucide-react";
import { useState } from "react";
import { RichLink } from "./rich-link";

/** The buttons above a text. */
export function RichTools({ editor, label }: { editor: Editor; label: string }) {
  const { t } = useLingui();
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive("bold"),
      italic: current.isActive("italic"),
      heading2: current.isActive("heading", { level: 2 }),
      heading3: current.isActive("heading", { level: 3 }),
      bullets: current.isActive("bulletList"),
      numbers: current.isActive("orderedList"),
      link: current.isActive("link"),
    }),
  });
  const run = () => editor.chain().focus();
  const tools = [
    { label: t`Bold`, icon: Bold, on: active.bold, run: () => run().toggleBold().run() },
    { label: t`Italic`, icon: Italic, on: active.italic, run: () => run().toggleItalic().run() },
    {
      label: t`Heading`,
      icon: Heading2,
      on: active.heading2,
      run: () => run().toggleHeading({ level: 2 }).run(),
    },
    {
      label: t`Small heading`,
      icon: Heading3,
      on: active.heading3,
      run: () => run().toggleHeading({ level: 3 }).run(),
    },
    { label: t`List`, icon: List, on: active.bullets, run: () => run().toggleBulletList().run() },
    {
      label: t`Numbered list`,
      icon: ListOrdered,
      on: active.numbers,
      run: () => run().toggleOrderedList().run(),
    },
    { label: t`Link`, icon: Link, on: active.link, run: () => setLinking(true) },
  ];
  return (
    <div className="border-b border-line bg-stone">
      <div role="toolbar" aria-label={label} className="flex flex-wrap">
        {tools.map(({ label: name, icon: Icon, on, run: press }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            aria-pressed={on}
            title={name}
            onClick={press}
            className="grid size-11 place-items-center hover:bg-panel aria-pressed:bg-sky aria-pressed:text-ink"
          >
            <Icon aria-hidden size={18} />
          </button>
        ))}
      </div>
      {isLinking && <RichLink editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}
