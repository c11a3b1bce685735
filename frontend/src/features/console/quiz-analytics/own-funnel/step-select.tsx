import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { controlClass } from "@/components/ui/field";
import { choicesQuery, questionsQuery, seen } from "../api";
import { ownEventsQuery } from "../own-events/api";
import { EventsDialog } from "../own-events/events-button";
import { noValue, type View } from "../rules/view";
import { between, eventStep, partsOf, plainName, pressSteps, quizSteps, siteSteps } from "./steps";

// Not a step: opens the dialog.
const define = "define";

/** Names of steps; questions have their texts. */
export function useStepNames(view: View): (step: string) => string {
  const { t } = useLingui();
  const questions = useQuery(seen(questionsQuery(view))).data?.answerDistribution ?? [];
  const events = useQuery(ownEventsQuery).data?.events;
  return (step) => {
    if (step.startsWith("event:"))
      return events?.find(({ id }) => step === eventStep(id))?.name ?? (events ? t`Deleted event` : "…");
    const plain = plainName(step);
    if (plain) return t(plain);
    const { kind, value } = partsOf(step);
    const text = questions.find(({ questionId }) => questionId === value)?.questionText ?? value;
    return kind ? `${t(kind)}: ${text}` : text;
  };
}

interface Props {
  view: View;
  step: string;
  place: number;
  steps: readonly string[];
  nameOf: (step: string) => string;
  onChange: (step: string) => void;
}

/** Every step that visits can reach; those picked elsewhere in the funnel aren't offered. */
export function StepSelect({ view, step, place, steps, nameOf, onChange }: Props) {
  const { t } = useLingui();
  const questions = useQuery(seen(questionsQuery(view))).data?.answerDistribution ?? [];
  const events = useQuery(ownEventsQuery).data?.events ?? [];
  const [isDefining, setDefining] = useState(false);
  const pages = useQuery(seen(choicesQuery(view, "landingPage"))).data?.choices.landingPage ?? [];
  const groups = [
    { title: t`Site`, steps: siteSteps },
    { title: t`Quiz`, steps: quizSteps },
    { title: t`Events`, steps: events.map(({ id }) => eventStep(id)) },
    { title: t`Links pressed`, steps: pressSteps },
    { title: t`Question seen`, steps: questions.map(({ questionId }) => `seen:${questionId}`) },
    { title: t`Question answered`, steps: questions.map(({ questionId }) => `answered:${questionId}`) },
    {
      title: t`Landing page`,
      steps: pages
        .filter(({ value }) => value !== noValue && value.length <= 240 && !value.includes(between))
        .map(({ value }) => `landing:${value}`),
    },
  ];
  const isOffered = groups.some((group) => group.steps.includes(step));
  const number = place + 1;
  const field = (
    <select
      aria-label={t`Step ${{ number }}`}
      className={controlClass("min-h-11 w-full py-0 text-sm")}
      value={step}
      onChange={({ target }) => (target.value === define ? setDefining(true) : onChange(target.value))}
    >
      {!isOffered && <option value={step}>{nameOf(step)}</option>}
      {groups
        .filter((group) => group.steps.length > 0)
        .map((group) => (
          <optgroup key={group.title} label={group.title}>
            {group.steps
              .filter((one) => one === step || !steps.includes(one))
              .map((one) => (
                <option key={one} value={one}>
                  {nameOf(one)}
                </option>
              ))}
          </optgroup>
        ))}
      <option value={define}>{t`Define an event…`}</option>
    </select>
  );
  return (
    <>
      {field}
      {isDefining && (
        <Suspense>
          <EventsDialog
            isNew
            onAdded={({ id }) => {
              setDefining(false);
              onChange(eventStep(id));
            }}
            onClose={() => setDefining(false)}
          />
        </Suspense>
      )}
    </>
  );
}
