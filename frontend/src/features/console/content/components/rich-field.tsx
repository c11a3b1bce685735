import { useLingui } from "@lingui/react/macro";
import { EditorContent, useEditor } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { useEffect, useId, useRef } from "react";
import { RichTools } from "./rich-tools";

// The small part of it that pages can draw: the server refuses everything else.
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ["mailto", "tel"] },
  }),
];

// As pages draw it, a little smaller.
const look =
  "min-h-32 px-4 py-3 outline-none [&_a]:underline [&_h2]:mt-3 [&_h2]:text-lg [&_h2]:font-bold [&_h3]:mt-2 [&_h3]:font-bold [&_li_p]:my-0 [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:my-2 [&_ul]:list-disc [&_ul]:pl-5";

interface Props {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A text with paragraphs, headings, lists, bold, italic and links. */
export default function RichField({ label, error, value, onChange }: Props) {
  const { t } = useLingui();
  const id = useId();
  const written = useRef(JSON.stringify(value));
  const change = useRef(onChange);
  change.current = onChange;
  const editor = useEditor({
    extensions,
    content: value as object,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": id,
        "aria-invalid": String(Boolean(error)),
        ...(error && { "aria-describedby": `${id}-note` }),
        class: look,
      },
    },
    onUpdate: ({ editor: current }) => {
      const next = current.getJSON();
      written.current = JSON.stringify(next);
      change.current(next);
    },
  });
  // Another text took this one's place: it was moved, or what the server has came again.
  useEffect(() => {
    const next = JSON.stringify(value);
    if (next === written.current) return;
    written.current = next;
    editor.commands.setContent(value as object, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-semibold text-slate">
        {label}
      </span>
      <div className="overflow-hidden rounded-xl border border-line bg-panel focus-within:border-pine">
        <RichTools editor={editor} label={t`Formatting`} />
        <EditorContent editor={editor} />
      </div>
      {error && (
        <p id={`${id}-note`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
