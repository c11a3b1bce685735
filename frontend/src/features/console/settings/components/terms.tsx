import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "@/components/console/check";
import { SelectField } from "@/components/ui/field";
import { put, type Settings, type Terms } from "../api";
import { useSection } from "../use-section";
import { NumberField } from "./number-field";
import { PickupDocuments } from "./pickup-documents";
import { SectionForm, Wide } from "./section-form";

type Figure =
  | "freeCancellationHours"
  | "deposit"
  | "kilometresADay"
  | "licenceYears"
  | "lateAfterMinutes"
  | "lateFee";

/** What the card and the line beside Confirm say. What is left empty is not said. */
export function TermsSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.terms, put.terms);
  const { draft, set, problem } = section;
  const figure = (name: Figure) => ({
    value: draft[name],
    error: problem(name),
    onChange: (value: number | null) => set({ [name]: value } as Partial<Terms>),
  });
  const mileage = draft.mileageUnlimited ? "unlimited" : draft.mileageUnlimited === false ? "limited" : "";
  return (
    <SectionForm
      id="terms"
      title={t`Terms beside the price`}
      description={<Trans>Short lines on every car and beside Confirm. What is empty is not said.</Trans>}
      settings={settings}
      section={section}
    >
      <SelectField
        label={t`The price is paid`}
        value={draft.payment ?? ""}
        error={problem("payment")}
        onChange={(event) => set({ payment: (event.target.value || null) as "firstDay" | "pickup" | null })}
      >
        <option value="">{t`not said`}</option>
        <option value="firstDay">{t`on the first day`}</option>
        <option value="pickup">{t`at the hand-over`}</option>
      </SelectField>
      <NumberField
        label={t`Free cancellation, hours before the pickup`}
        {...figure("freeCancellationHours")}
      />
      <NumberField
        label={t`Deposit, in ${{ currency: settings.currency }}`}
        hint={t`0 says that there is none.`}
        {...figure("deposit")}
      />
      <NumberField label={t`Years of holding a licence`} {...figure("licenceYears")} />
      <SelectField
        label={t`Mileage`}
        value={mileage}
        onChange={(event) => {
          const { value } = event.target;
          set({ mileageUnlimited: value === "" ? null : value === "unlimited" });
        }}
      >
        <option value="">{t`not said`}</option>
        <option value="unlimited">{t`unlimited`}</option>
        <option value="limited">{t`limited`}</option>
      </SelectField>
      {mileage === "limited" && <NumberField label={t`Kilometres a day`} {...figure("kilometresADay")} />}
      <NumberField label={t`A return counts as late after minutes`} {...figure("lateAfterMinutes")} />
      <NumberField
        label={t`A late return costs, in ${{ currency: settings.currency }}`}
        {...figure("lateFee")}
      />
      <Wide>
        <Check
          label={t`The car comes back with as much fuel as it left with`}
          checked={draft.sameFuelLevel}
          onChange={(event) => set({ sameFuelLevel: event.target.checked })}
        />
        <Check
          label={t`A second driver is free`}
          checked={draft.secondDriverFree ?? false}
          onChange={(event) => set({ secondDriverFree: event.target.checked || null })}
        />
        <Check
          label={t`At the pickup, a passport or identity card is shown`}
          checked={draft.identity ?? false}
          onChange={(event) => set({ identity: event.target.checked || null })}
        />
        <Check
          label={t`At the pickup, a payment card in the driver's name is shown`}
          checked={draft.paymentCard ?? false}
          onChange={(event) => set({ paymentCard: event.target.checked || null })}
        />
        <PickupDocuments
          draft={draft}
          languages={settings.languages}
          problem={problem}
          onChange={(pickupDocuments) => set({ pickupDocuments })}
        />
      </Wide>
    </SectionForm>
  );
}
