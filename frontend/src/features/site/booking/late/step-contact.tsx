import { Trans, useLingui } from "@lingui/react/macro";
import { siteConfig } from "@/lib/site-config";
import { StepBar } from "../components/step-bar";
import { StepHeading } from "../components/step-heading";
import type { Refusal } from "../rules/refusal";
import { type Personal, personalProblems } from "../rules/schema";
import { useStepForm } from "../use-step-form";
import type { RunningTotal } from "../use-total";
import { ContactFields } from "./contact-fields";

interface Props {
  values: Personal;
  /** The car of the link, if any. */
  carType: string;
  total: RunningTotal;
  refusals: Refusal[];
  onChange: (values: Personal) => void;
  onBack: () => void;
  onNext: (values: Personal) => void;
}

export function StepContact({ values, carType, total, refusals, onChange, onNext }: Props) {
  const { t } = useLingui();
  const judge = (form: Personal) => personalProblems(form, siteConfig().rental);
  const step = useStepForm({ judge, values, refusals, onChange, onNext });
  return (
    <form {...step.form} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <StepHeading>{t`Personal Information`}</StepHeading>
      <ContactFields form={step} values={values} carType={carType} />
      <StepBar total={total}>
        <Trans>Next Step</Trans>
      </StepBar>
    </form>
  );
}
