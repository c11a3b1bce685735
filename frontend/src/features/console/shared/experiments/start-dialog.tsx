import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Check } from "@/components/console/check";
import { useChange } from "@/components/console/use-change";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { experimentsKey, type Subject, startExperiment, type Version } from "./api";
import { ArmFields } from "./arm-fields";
import { type Arm, areWhole, evenShares, maxDays } from "./rules";
import { SizeHint } from "./size-hint";

interface Props {
  subject: Subject;
  versions: Version[];
  onClose: () => void;
}

/** Versions, audience, and maximum duration. */
export function StartDialog({ subject, versions, onClose }: Props) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [days, setDays] = useState(28);
  const [promoteWinner, setPromoteWinner] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [arms, setArms] = useState<Arm[]>(() => firstArms(versions));
  const change = useChange({
    refresh: experimentsKey(subject).slice(0, 1),
    failed: t`Couldn't start the experiment`,
  });
  const isReady =
    name.trim() !== "" && areWhole(arms) && Number.isInteger(days) && days >= 1 && days <= maxDays;

  async function start() {
    setBusy(true);
    const done = await change(
      () => startExperiment({ subject, name, arms, days, promoteWinner }),
      () => ({ title: t`The experiment is running` }),
    );
    setBusy(false);
    if (done) onClose();
  }

  return (
    <Dialog title={t`Start an experiment`} isWide onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <TextField
          label={t`What it tries out`}
          hint={subject === "quiz" ? t`For your team, such as: fewer questions` : t`For your team`}
          maxLength={80}
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ArmFields subject={subject} versions={versions} arms={arms} onChange={setArms} />
        <TextField
          label={t`Days at most`}
          hint={t`It ends earlier as soon as the rule decides.`}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxDays}
          value={days || ""}
          onChange={(event) => setDays(event.target.valueAsNumber || 0)}
        />
        {areWhole(arms) && <SizeHint subject={subject} shares={arms.map(({ share }) => share)} days={days} />}
        <Check
          label={t`Show the better version from then on`}
          hint={t`Only when the rule decides; otherwise nothing changes.`}
          checked={promoteWinner}
          onChange={(event) => setPromoteWinner(event.target.checked)}
        />
        <Button type="submit" disabled={!isReady || isBusy}>
          <Trans>Start it</Trans>
        </Button>
      </form>
    </Dialog>
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
