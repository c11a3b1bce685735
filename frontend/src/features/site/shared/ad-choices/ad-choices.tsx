import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type AdAnswers, adConsent, decideConsent } from "@/lib/consent";
import { send } from "../outbox";
import { knownVisitor } from "../tracking/take-back";

const neither: AdAnswers = { adUserData: false, adPersonalization: false };

/** The rest of the bar follows it, so the keyboard goes on here. */
const focus = (element: HTMLFieldSetElement | null) => element?.focus();

/** What the consent covers beyond this site's own cookies: two answers, each may be refused. */
export function AdChoices({ onSaved }: { onSaved: () => void }) {
  const { t } = useLingui();
  // What was granted before; nothing else is preselected.
  const [before] = useState<AdAnswers>(() => adConsent() ?? neither);
  const [chosen, setChosen] = useState(before);
  function save() {
    const known = knownVisitor();
    decideConsent("granted", chosen);
    const isWithdrawn = (name: keyof AdAnswers) => before[name] && !chosen[name];
    // From what the server stored and has not sent yet.
    if (isWithdrawn("adUserData") || isWithdrawn("adPersonalization"))
      void send("/api/consent/ad-answers", { ...known, ...chosen });
    onSaved();
  }
  const choices: { name: keyof AdAnswers; label: string; line: string }[] = [
    {
      name: "adUserData",
      label: t`Report bookings to the ad platform`,
      line: t`It learns that its ad led to your booking.`,
    },
    {
      name: "adPersonalization",
      label: t`Personalised ads`,
      line: t`It may use that to show you ads that suit you.`,
    },
  ];
  return (
    <fieldset ref={focus} tabIndex={-1} className="min-w-0 basis-full outline-none">
      <legend className="text-sm text-slate">
        <Trans>Cookies on this site keep what you enter and which ad brought you here. You can add:</Trans>
      </legend>
      <div className="mt-1 grid gap-x-8 sm:grid-cols-2">
        {choices.map(({ name, label, line }) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 text-sm">
            <input
              type="checkbox"
              role="switch"
              className="mt-0.5 size-5 shrink-0 accent-(--pine)"
              checked={chosen[name]}
              aria-checked={chosen[name]}
              onChange={({ target }) => setChosen({ ...chosen, [name]: target.checked })}
            />
            <span>
              <span className="font-semibold">{label}</span>
              <span className="block text-slate">{line}</span>
            </span>
          </label>
        ))}
      </div>
      <Button look="quiet" className="mt-1 min-h-11 w-full px-4 text-sm sm:w-auto" onClick={save}>
        <Trans>Save choice</Trans>
      </Button>
    </fieldset>
  );
}
