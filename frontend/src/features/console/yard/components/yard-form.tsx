import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import type { RecordKind } from "@/features/console/shared/handover";
import { type YardBooking, yardMoneyQuery } from "../api";
import { gapsOf, isSignedOnline, recordOf, type Step, steps } from "../rules/form";
import { hand, type WaitingRecord } from "../store/outbox";
import { useDraft } from "../use-draft";
import { CarStep } from "./car-step";
import { CustomerStep } from "./customer-step";
import { DamageStep } from "./damage-step";
import { FormHead } from "./form-head";
import { DuePart } from "./payment-part";
import { PictureStep } from "./picture-step";
import { RefusedDialog } from "./refused-dialog";

/** Step by step; every change is kept on the phone. */
export function YardForm({ booking, kind }: { booking: YardBooking; kind: RecordKind }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { draft, change, drop } = useDraft(booking, kind);
  const [step, setStep] = useState<Step>("car");
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<WaitingRecord | null>(null);
  const [isDue, setIsDue] = useState(false);
  if (isDue) return <DuePart booking={booking} kind={kind} onDone={() => navigate(paths.admin.yard)} />;
  if (!draft) return <Skeleton className="h-96" />;
  const gaps = gapsOf(draft, !isSignedOnline(booking, kind));
  const shown = isTried ? gaps.map(({ gap }) => gap) : [];
  const at = steps.indexOf(step);
  const isLast = at === steps.length - 1;

  function go(to: Step) {
    setStep(to);
    window.scrollTo({ top: 0 });
  }

  async function leave(waits: boolean) {
    await drop();
    await client.invalidateQueries({ queryKey: ["yard"] });
    toast({
      title: kind === "handover" ? t`Handed over` : t`Car returned`,
      ...(waits ? { description: t`Saved on this phone. It's sent when you're back online.` } : {}),
    });
    // With the costs that were just accepted, more may be due than before.
    const money = waits ? null : await client.fetchQuery(yardMoneyQuery(booking.bookingId)).catch(() => null);
    if (money && money.due > 0) setIsDue(true);
    else navigate(paths.admin.yard);
  }

  async function finish() {
    setIsTried(true);
    const first = gaps[0];
    if (!draft || first) {
      if (first) go(first.step);
      return;
    }
    setIsBusy(true);
    const record: WaitingRecord = {
      bookingId: booking.bookingId,
      customerName: booking.customerName,
      body: recordOf(draft, new Date(), []),
      isSent: false,
      problem: null,
      questions: [],
    };
    try {
      const left = await hand(record);
      if (left?.problem) setRefused(left);
      else await leave(left !== null);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      <FormHead booking={booking} kind={kind} step={step} gaps={isTried ? gaps : []} onStep={go} />
      <div className="mt-5">
        {step === "car" && <CarStep booking={booking} draft={draft} gaps={shown} onChange={change} />}
        {step === "damages" && <DamageStep booking={booking} draft={draft} onChange={change} />}
        {step === "pictures" && <PictureStep draft={draft} onChange={change} />}
        {step === "customer" && (
          <CustomerStep booking={booking} draft={draft} gaps={shown} onChange={change} />
        )}
      </div>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)]">
        <div className="mx-auto flex w-full max-w-2xl gap-3 p-3">
          {at > 0 && (
            <Button look="quiet" className="min-w-28" onClick={() => go(steps[at - 1] ?? "car")}>
              <Trans>Back</Trans>
            </Button>
          )}
          {isLast ? (
            <Button className="grow" disabled={isBusy} onClick={() => void finish()}>
              {kind === "handover" ? <Trans>Hand over the car</Trans> : <Trans>Return car</Trans>}
            </Button>
          ) : (
            <Button className="grow" onClick={() => go(steps[at + 1] ?? "customer")}>
              <Trans>Next</Trans>
            </Button>
          )}
        </div>
      </div>
      {refused && (
        <RefusedDialog record={refused} onClose={() => setRefused(null)} onSent={() => void leave(false)} />
      )}
    </>
  );
}
