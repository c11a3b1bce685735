import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { forgetHold } from "@/features/site/shared/availability/own-hold";
import { bookedFrom, keepBooked, noteFormEntry } from "@/features/site/shared/booked";
import { checkForBots } from "@/features/site/shared/bot-check/bot-check";
import { submitBooking } from "./api";
import { clearDraft, type Draft, loadDraft, saveDraft } from "./draft";
import { type Taken, takenFrom, tripOf } from "./hold";
import { type Step, stepThatAsks } from "./rules/order";
import { type Refusal, refusalsOf, stepOf } from "./rules/refusal";
import { explain, isOffline, PriceChanged } from "./rules/submit-problem";
import { useStep } from "./use-step";
import type { RunningTotal } from "./use-total";

/**
 * The wizard's state. What is typed outlives reloads; a booking that could not be sent is sent when the connection
 * returns.
 */
export function useWizard() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => loadDraft(window.location.search));
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [waiting, setWaiting] = useState(false);
  // Twice in one moment, before the button is redrawn or the next page is here, is still one booking.
  const busy = useRef(false);
  const { step, ...steps } = useStep(draft);
  const { key } = useLocation();

  useEffect(() => noteFormEntry(key), [key]);

  useEffect(() => saveDraft({ ...draft, step }), [draft, step]);

  function change(part: Partial<Draft>) {
    // A pending submit was confirmed as it was: a change needs another confirmation.
    setWaiting(false);
    setDraft((before) => ({ ...before, ...part }));
  }

  function forward(next: Step, part: Partial<Draft>) {
    change(part);
    setProblem(null);
    steps.forward(next);
  }

  function back() {
    if (step === 1) return;
    setWaiting(false);
    steps.back();
  }

  /** Leads to the first field that the server refused. */
  function correct(error: unknown) {
    const refused = refusalsOf(error, draft);
    setRefusals(refused);
    const wrong = stepOf(refused, draft.order);
    if (wrong === undefined) return;
    setProblem(null);
    if (wrong !== step) steps.jump(wrong);
  }

  const submission = useMutation({
    mutationFn: async (total: RunningTotal) => {
      await checkForBots("booking_submission");
      const shown = total.price?.totalPrice ?? 0;
      const { totalPrice: now, lines } = await total.askAgain();
      if (now !== shown) throw new PriceChanged(shown, now);
      return bookedFrom(draft.details, await submitBooking(draft), lines);
    },
    onMutate: () => {
      setProblem(null);
      setTaken(null);
      setRefusals([]);
      setWaiting(false);
    },
    onError: (error) => {
      busy.current = false;
      const gone = takenFrom(error, tripOf(draft.details));
      setTaken(gone);
      if (gone) return;
      setProblem(explain(error));
      setWaiting(isOffline(error));
      // A banner shows a lost connection; a changed price is shown beside the total.
      if (isOffline(error) || error instanceof PriceChanged) return;
      correct(error);
      toast({
        kind: "destructive",
        title: t`Booking Failed`,
        description: t`There was an error processing your booking. Please try again.`,
      });
    },
    onSuccess: (booked) => {
      const { reference } = booked;
      toast({
        title: t`Booking received`,
        description: t`Your booking ${reference} has been received. We'll contact you shortly to confirm details.`,
      });
      clearDraft();
      forgetHold();
      keepBooked(booked);
      navigate(paths.thankYou, { state: { booked } });
    },
  });

  function confirm(total: RunningTotal) {
    if (busy.current || !total.price) return;
    busy.current = true;
    submission.mutate(total);
  }

  // The newest submit, for when the connection returns.
  const latest = useRef<() => void>(() => undefined);
  const confirmNow = (total: RunningTotal) => {
    latest.current = () => confirm(total);
    latest.current();
  };
  useEffect(() => {
    if (!waiting) return undefined;
    const retry = () => latest.current();
    window.addEventListener("online", retry, { once: true });
    return () => window.removeEventListener("online", retry);
  }, [waiting]);

  /** To where the trip is chosen. */
  function editTrip() {
    const at = stepThatAsks(draft.order, "trip");
    if (at === step - 1) back();
    else steps.jump(at);
  }

  return {
    draft,
    step,
    editTrip,
    change,
    forward,
    back,
    confirm: confirmNow,
    correct,
    problem,
    taken,
    refusals,
    sending: submission.isPending,
    waiting,
  };
}
