import { Trans, useLingui } from "@lingui/react/macro";
import { recordRequestLimits } from "@/api/limits.gen";
import { controlClass, Field, TextField } from "@/components/ui/field";
import type { Draft, Gap } from "../rules/form";
import { SignaturePad } from "./signature-pad";
import { Tick } from "./tick";

interface Props {
  draft: Draft;
  gaps: readonly Gap[];
  onChange: (change: Partial<Draft>) => void;
}

/** Licence, remarks, and the signature. */
export function CustomerStep({ draft, gaps, onChange }: Props) {
  const { t } = useLingui();
  const isReturn = draft.kind === "return";
  return (
    <div className="grid gap-5">
      {!isReturn && (
        <Tick
          checked={draft.licenceSeen}
          error={gaps.includes("licence") ? t`Please look at the driving licence first` : undefined}
          onChange={(licenceSeen) => onChange({ licenceSeen })}
        >
          <Trans>I have seen the driving licence</Trans>
        </Tick>
      )}
      <Field label={t`Remarks, if there are any`}>
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
      <TextField
        label={t`Who signs`}
        autoComplete="off"
        maxLength={recordRequestLimits.signerName.maxLength}
        value={draft.signerName}
        error={gaps.includes("signer") ? t`Please enter the name of whoever signs` : undefined}
        onChange={(event) => onChange({ signerName: event.target.value })}
      />
      <SignaturePad
        strokes={draft.signature}
        hint={isReturn ? t`Leave it empty if the customer is not there.` : undefined}
        error={gaps.includes("signature") ? t`Please let the customer sign` : undefined}
        onChange={(signature) => onChange({ signature })}
      />
    </div>
  );
}
