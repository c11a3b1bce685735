import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { startExperimentRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, NumberInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { experimentsKey, type Subject, startExperiment, type Version } from "./api";
import { ArmFields } from "./arm-fields";
import { type Arm, areWhole, evenShares } from "./rules";
import { SizeHint } from "./size-hint";

interface Props {
  subject: Subject;
  versions: Version[];
  onClose: () => void;
}

interface Values {
  name: string;
  arms: Arm[];
  days: number | string | null;
  promoteWinner: boolean;
}

/** Versions, audience, and maximum duration. */
export function StartDialog({ subject, versions, onClose }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    defaultValues: { name: "", arms: firstArms(versions), days: 28, promoteWinner: true },
  });
  const { control } = form;
  const { name, arms, days } = form.watch();
  const submit = useSubmit(
    form,
    (values: Values) => startExperiment({ ...values, subject, days: Number(values.days) }),
    {
      refresh: [experimentsKey(subject).slice(0, 1)],
      done: { title: t`The experiment is running` },
      onDone: onClose,
    },
  );
  return (
    <DialogForm
      title={t`Start an experiment`}
      submit={submit}
      confirm={t`Start it`}
      isBlocked={name.trim() === "" || !areWhole(arms) || typeof days !== "number"}
      isWide
      onClose={onClose}
    >
      <TextInput
        control={control}
        name="name"
        label={t`What it tries out`}
        hint={subject === "quiz" ? t`For your team, such as: fewer questions` : t`For your team`}
        maxLength={limits.name.maxLength}
        required
      />
      <ArmFields
        subject={subject}
        versions={versions}
        arms={arms}
        onChange={(arms) => form.setValue("arms", arms)}
      />
      <NumberInput
        control={control}
        name="days"
        label={t`Days at most`}
        hint={t`It ends earlier as soon as the rule decides.`}
        digits={0}
        limits={limits.days}
      />
      {areWhole(arms) && typeof days === "number" && (
        <SizeHint subject={subject} shares={arms.map(({ share }) => share)} days={days} />
      )}
      <CheckInput
        control={control}
        name="promoteWinner"
        label={t`Show the better version from then on`}
        hint={t`Only when the rule decides; otherwise nothing changes.`}
      />
    </DialogForm>
  );
}

/** What visitors see now, and the newest other one. */
function firstArms(versions: Version[]): Arm[] {
  const current = versions.find(({ isCurrent }) => isCurrent);
  const other = versions.find(({ isCurrent }) => !isCurrent);
  const [first = 50, second = 50] = evenShares(2);
  return [
    { version: current?.version ?? "", share: first },
    { version: other?.version ?? "", share: second },
  ];
}
