import { Trans, useLingui } from "@lingui/react/macro";
import type { FormEvent } from "react";
import { StepBar } from "../components/step-bar";
import { StepHeading } from "../components/step-heading";
import type { RunningTotal } from "../use-total";
import { ServiceChoices } from "./service-choices";

interface Props {
  carType: string;
  services: string[];
  total: RunningTotal;
  onChange: (services: string[]) => void;
  onBack: () => void;
  onNext: () => void;
}

export function StepExtras({ carType, services, total, onChange, onBack, onNext }: Props) {
  const { t } = useLingui();

  function submit(event: FormEvent) {
    event.preventDefault();
    onNext();
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-6">
      <div className="flex flex-col gap-1">
        <StepHeading>{t`Extras`}</StepHeading>
        <p className="text-slate">
          <Trans>All extras are optional.</Trans>
        </p>
      </div>
      <ServiceChoices carName={carType} chosen={services} onChange={onChange} />
      <StepBar total={total} onBack={onBack}>
        <Trans>Next Step</Trans>
      </StepBar>
    </form>
  );
}
