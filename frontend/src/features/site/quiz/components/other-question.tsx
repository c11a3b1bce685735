import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { AnswerIcon } from "@/components/ui/answer-icon";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { formatNumber } from "@/lib/format";
import { type Definition, includes, type Question } from "../rules";
import { ContactForm } from "./contact-form";
import { Continue } from "./continue-button";
import { hasPictures, OptionPicture, pictureOf } from "./option-picture";
import { WrittenText } from "./written-text";

export interface Props {
  question: Question;
  pictures: Definition["pictures"];
  selected: string | undefined;
  busy: boolean;
  onAnswer: (value: string) => void;
  onKeep: (() => void) | undefined;
}

/** A question that is not answered with one of its cards: several answers, a scale, a number, or in words. */
export function OtherQuestion(props: Props) {
  const { question, busy, onKeep } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex grow animate-slide-in flex-col justify-center gap-6 py-4 sm:gap-8 short:gap-4 short:py-2">
      <h1
        ref={heading}
        id="quiz-question"
        tabIndex={-1}
        aria-describedby="quiz-position"
        className="text-2xl font-bold outline-none sm:text-center sm:text-4xl short:text-xl"
      >
        {question.text}
      </h1>
      {question.kind === "choices" && <Several {...props} />}
      {question.kind === "scale" && <Scale {...props} />}
      {question.kind === "number" && <NumberField {...props} />}
      {question.kind === "text" && <WrittenText {...props} />}
      {question.kind === "contact" && <ContactForm {...props} />}
      {onKeep && question.kind === "scale" && (
        <Button look="quiet" className="self-center" disabled={busy} onClick={onKeep}>
          <Trans>Keep this answer</Trans>
        </Button>
      )}
    </div>
  );
}

function Several({ question, pictures, selected, busy, onAnswer }: Props) {
  const { options } = question;
  const [chosen, setChosen] = useState(() => options.filter(({ value }) => includes(selected, value)));
  const fewest = question.fewest ?? 1;
  const most = Math.min(question.most ?? options.length, options.length);
  const [isShort, setShort] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length < fewest) {
      setShort(true);
      return;
    }
    const inOrder = options.filter((option) => chosen.includes(option));
    onAnswer(inOrder.map(({ value }) => value).join(","));
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p
        id="quiz-note"
        role={isShort ? "alert" : undefined}
        className={clsx("-mt-3 sm:text-center", isShort ? "font-medium text-danger" : "text-slate")}
      >
        {most === options.length && fewest === 1 ? (
          <Trans>Choose all that apply.</Trans>
        ) : fewest === most ? (
          <Trans>Choose {fewest}.</Trans>
        ) : (
          <Trans>
            Choose {fewest} to {most}.
          </Trans>
        )}
      </p>
      <fieldset
        aria-labelledby="quiz-question"
        aria-describedby="quiz-note"
        className={clsx(
          "grid min-w-0 gap-3 sm:grid-cols-2 sm:gap-4 short:gap-2",
          hasPictures(question, pictures) && "grid-cols-2",
        )}
      >
        {options.map((option) => {
          const isChosen = chosen.includes(option);
          const picture = pictureOf(option, pictures);
          return (
            <label
              key={option.value}
              className={clsx(
                "flex min-h-16 cursor-pointer gap-4 overflow-hidden rounded-2xl border-2 p-4 text-lg font-semibold shadow-card",
                picture ? "relative flex-col sm:p-5" : "items-center",
                "focus-within:outline-3 focus-within:outline-pine short:min-h-14 short:p-2",
                isChosen ? "border-pine bg-sky" : "border-transparent bg-panel hover:border-pine",
                !isChosen && chosen.length >= most && "opacity-60",
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={isChosen}
                disabled={busy || (!isChosen && chosen.length >= most)}
                onChange={() => {
                  setShort(false);
                  setChosen(isChosen ? chosen.filter((one) => one !== option) : [...chosen, option]);
                }}
              />
              {picture ? (
                <OptionPicture picture={picture} />
              ) : (
                <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-stone text-pine short:size-10">
                  <AnswerIcon name={option.icon ?? ""} />
                </span>
              )}
              <span className="min-w-0 grow break-words">{option.label}</span>
              <span
                aria-hidden
                className={clsx(
                  "grid size-6 shrink-0 place-items-center rounded-md border-2 border-pine",
                  isChosen ? "bg-pine text-on-pine" : "bg-panel",
                  picture && "absolute top-3 right-3",
                )}
              >
                {isChosen && <Check size={18} />}
              </span>
            </label>
          );
        })}
      </fieldset>
      <Continue busy={busy} />
    </form>
  );
}

function Scale({ question, selected, busy, onAnswer }: Props) {
  const { options, lowLabel, highLabel } = question;
  // Arrow keys of a radio group choose at once, which would answer: buttons wait for a press.
  return (
    <div className="flex flex-col gap-2">
      <fieldset
        aria-labelledby="quiz-question"
        aria-describedby={lowLabel || highLabel ? "quiz-ends" : undefined}
        className="flex min-w-0 flex-wrap justify-center gap-2"
      >
        {options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={selected === value}
            disabled={busy}
            onClick={() => onAnswer(value)}
            className={clsx(
              "tabular min-h-14 min-w-12 grow rounded-2xl border-2 text-xl font-semibold shadow-card sm:max-w-20",
              selected === value ? "border-pine bg-sky" : "border-transparent bg-panel hover:border-pine",
            )}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {(lowLabel || highLabel) && (
        <p id="quiz-ends" className="flex justify-between gap-6 text-slate">
          <span>
            {options[0]?.label}
            {lowLabel && `: ${lowLabel}`}
          </span>
          <span className="text-right">
            {options.at(-1)?.label}
            {highLabel && `: ${highLabel}`}
          </span>
        </p>
      )}
    </div>
  );
}

function NumberField({ question, selected, busy, onAnswer }: Props) {
  const { t } = useLingui();
  const { decimals = 0, unit } = question;
  const minimum = question.minimum ?? 0;
  const maximum = question.maximum ?? 0;
  const [text, setText] = useState(selected ?? "");
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(text);
    const fits = text !== "" && number >= minimum && number <= maximum;
    if (!fits || Number(number.toFixed(decimals)) !== number) {
      setWrong(true);
      return;
    }
    onAnswer(String(number));
  };
  const bounds = { minimum: formatNumber(minimum), maximum: formatNumber(maximum) };
  return (
    <form noValidate onSubmit={submit} className="mx-auto flex w-full max-w-sm flex-col gap-4">
      <div className="flex items-center gap-3">
        <input
          type="number"
          aria-labelledby="quiz-question"
          aria-describedby="quiz-note"
          aria-invalid={isWrong}
          inputMode={minimum < 0 ? undefined : decimals > 0 ? "decimal" : "numeric"}
          min={minimum}
          max={maximum}
          step={10 ** -decimals}
          disabled={busy}
          value={text}
          className={controlClass("min-h-14 text-xl")}
          onChange={(event) => {
            setWrong(false);
            setText(event.target.value);
          }}
        />
        {unit && <span className="shrink-0 text-lg font-semibold text-slate">{unit}</span>}
      </div>
      <p
        id="quiz-note"
        role={isWrong ? "alert" : undefined}
        className={isWrong ? "font-medium text-danger" : "text-slate"}
      >
        {decimals > 0
          ? t`A number from ${{ minimum: bounds.minimum }} to ${{ maximum: bounds.maximum }}, at most ${{ decimals }} decimals`
          : t`A whole number from ${{ minimum: bounds.minimum }} to ${{ maximum: bounds.maximum }}`}
      </p>
      <Continue busy={busy} />
    </form>
  );
}
