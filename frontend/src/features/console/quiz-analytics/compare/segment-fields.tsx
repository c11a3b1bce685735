import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { controlClass } from "@/components/ui/field";
import { daysOf, formatSpan } from "@/features/console/shared/period/period";
import { useSearchChange } from "@/lib/url-state";
import { type Segment, withName, without } from "./segment";

/** A segment's letter, name and days; `children`: what chooses its sessions. */
export function SegmentFields({ segment, children }: { segment: Segment; children: ReactNode }) {
  const { t } = useLingui();
  const go = useSearchChange();
  const { letter, name, view } = segment;
  return (
    <fieldset className="rounded-2xl bg-stone p-3">
      <legend className="sr-only">
        <Trans>Segment {letter}</Trans>
      </legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <b className="pl-1">{letter}</b>
        <NameField key={name} label={t`Name of segment ${letter}`} segment={segment} />
        <span className="text-slate">{formatSpan(daysOf(view))}</span>
        {letter !== "A" && (
          <button
            type="button"
            aria-label={t`Remove segment ${letter}`}
            onClick={() => go((current) => without(current, letter))}
            className="ml-auto grid size-11 place-items-center rounded-full hover:bg-panel"
          >
            <X aria-hidden size={16} />
          </button>
        )}
      </div>
      {children}
    </fieldset>
  );
}

/** Kept in the address once it is left. */
function NameField({ label, segment: { letter, name } }: { label: string; segment: Segment }) {
  const { t } = useLingui();
  const go = useSearchChange();
  const [text, setText] = useState(name);
  const keep = () => {
    if (text.trim() !== name) go((current) => withName(current, letter, text.trim()));
  };
  return (
    <input
      aria-label={label}
      placeholder={t`Name (optional)`}
      maxLength={40}
      className={controlClass("min-h-11 w-44 py-0 text-sm")}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={keep}
      onKeyDown={({ key }) => key === "Enter" && keep()}
    />
  );
}
