import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  title: MessageDescriptor | string;
  isHidden: boolean;
  isWrong: boolean;
  isOpen: boolean;
  isFirst: boolean;
  isLast: boolean;
  canRemove: boolean;
  onOpen: () => void;
  onMove: (step: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDrop: () => void;
  /** Its fields, shown when it is open. */
  children: ReactNode;
}

/** One of the things of a list. What is only shown or not needs no opening. */
export function ListItem(props: Props) {
  const { t } = useLingui();
  const { isOpen, isHidden, onOpen, onMove } = props;
  const title = typeof props.title === "string" ? props.title : t(props.title);
  return (
    <li
      onDragOver={(event) => event.preventDefault()}
      onDrop={props.onDrop}
      className={`rounded-xl border bg-panel ${props.isWrong ? "border-danger" : "border-line"}`}
    >
      <div className="flex items-center pr-1 pointer-coarse:pl-3">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same by the keyboard */}
        <span
          draggable
          onDragStart={props.onDragStart}
          className="grid h-11 w-8 cursor-grab place-items-center pointer-coarse:hidden"
        >
          <GripVertical aria-hidden size={18} className="text-muted" />
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          className={`flex min-h-11 min-w-0 grow items-center gap-2 text-left font-semibold ${isHidden ? "text-muted line-through" : ""}`}
        >
          <span className="truncate">{title}</span>
          <ChevronDown
            aria-hidden
            size={18}
            className={`ml-auto shrink-0 transition-transform ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
        <Tool label={t`Move ${title} up`} disabled={props.isFirst} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden size={18} />
        </Tool>
        <Tool label={t`Move ${title} down`} disabled={props.isLast} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden size={18} />
        </Tool>
        {props.canRemove && (
          <Tool label={t`Remove ${title}`} onClick={props.onRemove}>
            <Trash2 aria-hidden size={18} />
          </Tool>
        )}
      </div>
      {isOpen && <div className="border-t border-line p-4">{props.children}</div>}
    </li>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-xl text-slate hover:bg-stone disabled:opacity-30"
    >
      {children}
    </button>
  );
}
