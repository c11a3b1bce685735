import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { AnswerIcon } from "@/components/ui/answer-icon";
import { Button } from "@/components/ui/button";
import { siteConfig } from "@/lib/site-config";
import { ageNote } from "../driver-age";
import type { Definition, Question } from "../rules";
import { hasPictures, OptionPicture, pictureOf } from "./option-picture";

interface Props {
  question: Question;
  pictures: Definition["pictures"];
  selected: string | undefined;
  busy: boolean;
  onAnswer: (value: string) => void;
  /** Continues with the answer given before; undefined if there is none. */
  onKeep: (() => void) | undefined;
}

/** One question with its answers as big cards: touch, arrow keys, number keys, screen reader. */
export function QuestionCard({ question, pictures, selected, busy, onAnswer, onKeep }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const note = ageNote(question.options, siteConfig().rental);
  const list = useRef<HTMLFieldSetElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  useEffect(() => {
    // On the document: a tap beside the cards moves the focus, and the keys must still work.
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey || isElsewhere(event.target)) return;
    const picked = question.options[Number(event.key) - 1];
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
    <div className="flex grow animate-slide-in flex-col justify-center gap-6 py-4 sm:gap-8 short:gap-4 short:py-2">
      <h1
        ref={heading}
        id="quiz-question"
        tabIndex={-1}
        aria-describedby={note ? "quiz-position quiz-note" : "quiz-position"}
        className="text-2xl font-bold outline-none sm:text-center sm:text-4xl short:text-xl"
      >
        {question.text}
      </h1>
      {note && (
        <p id="quiz-note" className="-mt-3 text-slate sm:text-center">
          {note}
        </p>
      )}
      <fieldset
        ref={list}
        aria-labelledby="quiz-question"
        aria-busy={busy}
        className={clsx(
          "grid min-w-0 gap-3 sm:grid-cols-2 sm:gap-4 short:gap-2",
          hasPictures(question, pictures) && "grid-cols-2",
        )}
      >
        {question.options.map((option) => {
          const isChosen = selected === option.value;
          const picture = pictureOf(option, pictures);
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={isChosen}
              disabled={busy}
              onClick={() => onAnswer(option.value)}
              className={clsx(
                "flex min-h-16 gap-4 overflow-hidden rounded-2xl border-2 p-4 text-left text-lg font-semibold shadow-card",
                picture ? "flex-col" : "items-center",
                "transition-[border-color,background-color,transform] active:scale-[0.98]",
                "sm:min-h-24 sm:p-5 short:min-h-14 short:p-2",
                isChosen ? "border-pine bg-sky" : "border-transparent bg-panel hover:border-pine",
                busy && !isChosen && "opacity-60",
              )}
            >
              {picture ? (
                <OptionPicture picture={picture} />
              ) : (
                <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-stone text-pine sm:size-14 short:size-10">
                  {busy && isChosen ? (
                    <LoaderCircle aria-hidden size={24} className="animate-spin" />
                  ) : (
                    <AnswerIcon name={option.icon ?? ""} />
                  )}
                </span>
              )}
              {option.label}
            </button>
          );
        })}
      </fieldset>
      {onKeep && (
        <Button look="quiet" className="self-center" onClick={onKeep}>
          <Trans>Keep this answer</Trans>
        </Button>
      )}
    </div>
  );
}

/** Whether a key press belongs to something outside the quiz, such as the consent bar. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target !== document.body && target.closest("main") === null;
}
