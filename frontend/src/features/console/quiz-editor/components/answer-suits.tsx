import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { siteConfig } from "@/lib/site-config";
import { aboutOf, type Option, type Score, scoreAbout } from "../rules/quiz";
import { Mover } from "./question-list";

interface Props {
  option: Option;
  number: number;
  onChange: (change: Partial<Option>) => void;
}

const maxScores = 20;
const maxPoints = 100;
const drives = ["4x4", "2x2"];
const whole = (text: string) => Math.round(Number(text)) || null;

/** Which cars suit who answers so, and what the recommendation says of it. */
export function AnswerSuits({ option, number, onChange }: Props) {
  const { t } = useLingui();
  const { cars } = siteConfig();
  const scores = option.scores ?? [];
  const put = (index: number, score: Score) =>
    onChange({ scores: scores.map((one, place) => (place === index ? score : one)) });
  return (
    <details className="basis-full rounded-xl border border-line px-3 py-2">
      <summary className="min-h-9 cursor-pointer py-1 text-sm text-slate">
        {scores.length > 0 ? (
          <Trans>Cars that suit answer {number}</Trans>
        ) : (
          <Trans>Answer {number} recommends no car yet</Trans>
        )}
      </summary>
      <div className="flex flex-col gap-3 py-2">
        {scores.map((score, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may say the same while they are written
          <div key={index} className="flex items-end gap-2">
            <div className="min-w-0 grow">
              <SelectField
                label={t`What suits`}
                value={aboutOf(score)}
                onChange={(event) => put(index, scoreAbout(event.target.value, score.points))}
              >
                {cars.map((car) => (
                  <option key={car.slug} value={`car ${car.slug}`}>
                    {car.name}
                  </option>
                ))}
                {drives.map((drive) => (
                  <option key={drive} value={`drive ${drive}`}>
                    {drive}
                  </option>
                ))}
                {[5, 6, 7, 8].map((seats) => (
                  <option key={seats} value={`seats ${seats}`}>
                    {t`${seats} seats or more`}
                  </option>
                ))}
                {score.category && <option value={aboutOf(score)}>{score.category}</option>}
              </SelectField>
            </div>
            <div className="w-24 shrink-0">
              <TextField
                label={t`Points`}
                type="number"
                min={-maxPoints}
                max={maxPoints}
                value={score.points}
                onChange={(event) => {
                  const points = Math.round(Number(event.target.value) || 0);
                  put(index, { ...score, points: Math.max(-maxPoints, Math.min(maxPoints, points)) });
                }}
              />
            </div>
            <Mover
              label={t`Delete these points`}
              disabled={false}
              onClick={() => onChange({ scores: scores.filter((_, place) => place !== index) })}
            >
              <X aria-hidden size={16} />
            </Mover>
          </div>
        ))}
        {scores.length < maxScores && (
          <Button
            access="draft"
            look="plain"
            className="self-start"
            onClick={() => onChange({ scores: [...scores, scoreAbout(`car ${cars[0]?.slug ?? ""}`, 1)] })}
          >
            <Plus aria-hidden size={18} />
            <Trans>Add points for a car</Trans>
          </Button>
        )}
        <TextField
          label={t`The reason that the visitor reads`}
          maxLength={300}
          value={option.reason ?? ""}
          onChange={(event) => onChange({ reason: event.target.value || null })}
        />
        <div className="grid grid-cols-3 items-end gap-2">
          <TextField
            label={t`Minimum group size`}
            type="number"
            min={1}
            max={100}
            value={option.groupSize ?? ""}
            onChange={(event) => onChange({ groupSize: whole(event.target.value) })}
          />
          <TextField
            label={t`Driver's age from`}
            type="number"
            min={0}
            max={120}
            value={option.ageFrom ?? ""}
            onChange={(event) => onChange({ ageFrom: whole(event.target.value) })}
          />
          <TextField
            label={t`Driver's age to`}
            type="number"
            min={0}
            max={120}
            value={option.ageTo ?? ""}
            onChange={(event) => onChange({ ageTo: whole(event.target.value) })}
          />
        </div>
      </div>
    </details>
  );
}
