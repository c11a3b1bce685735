import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { AnswerIcon } from "./answer-icon";
import type { Question } from "./machine";

interface Props {
  question: Question;
  selected: string | undefined;
  busy: boolean;
  onAnswer: (value: string) => void;
}

/** One question with its answers as big cards: thumb, arrow keys, number keys, screen reader. */
export function QuestionCard({ question, selected, busy, onAnswer }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const number = Number(event.key);
    const picked = question.options[number - 1];
    if (picked) onAnswer(picked.value);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const focused = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const at = focused === -1 && step < 0 ? 0 : focused;
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts beside the buttons, which work on their own
    <div className="flex grow animate-slide-in flex-col justify-center gap-6 py-4" onKeyDown={onKeyDown}>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none sm:text-3xl">
        {question.text}
      </h1>
      <div ref={list} className="grid gap-3 sm:grid-cols-2">
        {question.options.map((option) => {
          const isChosen = selected === option.value;
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={isChosen}
              disabled={busy}
              onClick={() => onAnswer(option.value)}
              className={clsx(
                "flex min-h-16 items-center gap-4 rounded-2xl border-2 p-4 text-left text-lg font-semibold transition-colors",
                isChosen ? "border-pine bg-sky" : "border-line bg-white hover:border-ridge",
                busy && !isChosen && "opacity-60",
              )}
            >
              <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-stone text-pine">
                {busy && isChosen ? (
                  <LoaderCircle aria-hidden size={24} className="animate-spin" />
                ) : (
                  <AnswerIcon name={option.icon ?? ""} />
                )}
              </span>
              {option.label}
            </button>
          );
        })}
      </div>
    </div>
  );
}
