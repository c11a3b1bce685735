import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, ImageUp } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { formatShortMoment } from "@/lib/format";
import { asBase64, shrink } from "@/lib/pictures";
import { type OwnBooking, sendLicence } from "../api";
import { fieldProblem, useOwn } from "../use-own";
import { Section } from "./section";

/** Photographs of the licences: less to do at the pickup. */
export function LicenceSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const [isUnreadable, setUnreadable] = useState(false);
  const send = useOwn(
    ({ content, isSecond }: { content: string; isSecond: boolean }) => sendLicence(content, isSecond),
    t`Photo received`,
  );
  const take = async (file: File | undefined, isSecond: boolean) => {
    if (!file) return;
    setUnreadable(false);
    try {
      send.mutate({ content: await asBase64(await shrink(file)), isSecond });
    } catch {
      setUnreadable(true);
    }
  };
  const problem = isUnreadable
    ? t`Couldn't read this photo. Upload a JPEG, PNG or WebP.`
    : fieldProblem(send.error, "content");
  const drivers = [
    { name: t`Your licence`, isSecond: false },
    ...(booking.secondDriver ? [{ name: t`The second driver's licence`, isSecond: true }] : []),
  ];
  return (
    <Section title={t`Driving licence`}>
      <p className="text-slate">
        <Trans>Upload photos of both sides for a faster pickup. Only our team sees them.</Trans>
      </p>
      <div className="mt-4 grid gap-4">
        {drivers.map(({ name, isSecond }) => {
          const sent = booking.licences.filter((each) => each.isSecondDriver === isSecond);
          return (
            <div key={name} className="flex flex-wrap items-center justify-between gap-3">
              <span className="font-semibold">{name}</span>
              <label className={buttonClass("quiet", "relative focus-within:outline-2")}>
                <ImageUp aria-hidden size={18} /> <Trans>Upload photo</Trans>
                <input
                  type="file"
                  accept="image/*"
                  aria-label={t`Photo: ${name}`}
                  className="absolute inset-0 cursor-pointer opacity-0"
                  disabled={send.isPending}
                  onChange={(event) => {
                    void take(event.target.files?.[0], isSecond);
                    event.target.value = "";
                  }}
                />
              </label>
              {sent.length > 0 && (
                <p className="tabular flex w-full items-center gap-2 text-sm text-pine">
                  <CircleCheck aria-hidden size={18} />
                  {t`${{ count: sent.length }} received, last ${{ moment: formatShortMoment(sent[0]?.createdAt ?? "") }}`}
                </p>
              )}
            </div>
          );
        })}
      </div>
      <FormProblem text={problem} />
    </Section>
  );
}
