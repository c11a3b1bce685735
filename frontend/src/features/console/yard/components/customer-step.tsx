import { Trans, useLingui } from "@lingui/react/macro";
import { recordRequestLimits } from "@/api/limits.gen";
import { SignaturePad } from "@/components/signature/signature-pad";
import { controlClass, Field, TextField } from "@/components/ui/field";
import type { YardBooking } from "../api";
import { type Draft, type Gap, isSignedOnline } from "../rules/form";
import { AgreementNotice } from "./agreement-notice";
import { CostPreview } from "./cost-preview";
import { HoldPart, PaymentPart } from "./payment-part";
import { Tick } from "./tick";

interface Props {
  booking: YardBooking;
  draft: Draft;
  gaps: readonly Gap[];
  onChange: (change: Partial<Draft>) => void;
}

/** Licence, remarks, and the signature. */
export function CustomerStep({ booking, draft, gaps, onChange }: Props) {
  const { t } = useLingui();
  const isReturn = draft.kind === "return";
  return (
    <div className="grid gap-5">
      <CostPreview booking={booking} draft={draft} onChange={onChange} hasGap={gaps.includes("costs")} />
      {!isReturn && <PaymentPart bookingId={booking.bookingId} />}
      <HoldPart bookingId={booking.bookingId} />
      {!isReturn && (
        <TextField
          label={t`Driving licence number`}
          autoComplete="off"
          autoCapitalize="characters"
          hint={t`Shown on the agreement and saved with the customer.`}
          maxLength={recordRequestLimits.licenceNumber.maxLength}
          value={draft.licenceNumber}
          onChange={(event) => onChange({ licenceNumber: event.target.value })}
        />
      )}
      {!isReturn && (
        <Tick
          checked={draft.licenceSeen}
          error={gaps.includes("licence") ? t`Check the driving licence first` : undefined}
          onChange={(licenceSeen) => onChange({ licenceSeen })}
        >
          <Trans>Driving licence checked</Trans>
        </Tick>
      )}
      <Field label={t`Remarks (optional)`}>
        {(props) => (
          <textarea
            rows={3}
            className={controlClass("min-h-24")}
            maxLength={recordRequestLimits.note.maxLength}
            value={draft.note}
            onChange={(event) => onChange({ note: event.target.value })}
            {...props}
          />
        )}
      </Field>
      {!isReturn && booking.agreement && <AgreementNotice agreement={booking.agreement} />}
      <TextField
        label={t`Signed by`}
        autoComplete="off"
        maxLength={recordRequestLimits.signerName.maxLength}
        value={draft.signerName}
        error={gaps.includes("signer") ? t`Enter the signer's name` : undefined}
        onChange={(event) => onChange({ signerName: event.target.value })}
      />
      <SignaturePad
        label={isSignedOnline(booking, draft.kind) ? t`Signature (optional)` : t`Signature`}
        fieldLabel={t`Signature field`}
        clearLabel={t`Sign again`}
        strokes={draft.signature}
        hint={isReturn ? t`Leave empty if the customer isn't present.` : undefined}
        error={gaps.includes("signature") ? t`Please let the customer sign` : undefined}
        onChange={(signature) => onChange({ signature })}
      />
    </div>
  );
}
