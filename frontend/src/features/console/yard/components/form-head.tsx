import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { MapPin, Plane } from "lucide-react";
import type { RecordKind } from "@/features/console/shared/handover";
import { formatMoney, formatShortMoment } from "@/lib/format";
import type { YardBooking } from "../api";
import { type Gap, type Step, steps } from "../rules/form";

const names: Record<Step, MessageDescriptor> = {
  car: msg({ message: "Car", context: "step of a handover" }),
  damages: msg({ message: "Damage", context: "step of a handover" }),
  pictures: msg({ message: "Photos", context: "step of a handover" }),
  customer: msg({ message: "Customer", context: "step of a handover" }),
};

interface Props {
  booking: YardBooking;
  kind: RecordKind;
  step: Step;
  gaps: readonly { step: Step; gap: Gap }[];
  onStep: (step: Step) => void;
}

/** Customer, car and the current step of the form. */
export function FormHead({ booking, kind, step, gaps, onStep }: Props) {
  const { t } = useLingui();
  const isReturn = kind === "return";
  const agreed = isReturn ? booking.dropoffHandoverPlace : booking.pickupHandoverPlace;
  const address = isReturn ? booking.dropoffAddress : booking.pickupAddress;
  return (
    <>
      <h1 className="text-2xl font-bold break-words">{booking.customerName}</h1>
      <p className="tabular mt-1 text-slate">
        {booking.car} · {booking.plate ?? t`no vehicle assigned`}
      </p>
      <p className="text-sm text-slate">
        {formatShortMoment(isReturn ? booking.returnAt : booking.pickupAt)},{" "}
        {isReturn ? booking.dropoffPlace : booking.pickupPlace} · {booking.insurance}{" "}
        <span className="whitespace-nowrap">· {formatMoney(booking.totalPrice, booking.currency)}</span>
      </p>
      {agreed && (
        <p className="text-sm break-words">
          <span className="font-semibold">{agreed.name}</span>
          {[agreed.meetingPoint, agreed.instructions].filter(Boolean).map((text) => (
            <span key={text} className="block text-slate">
              {text}
            </span>
          ))}
        </p>
      )}
      {!isReturn && booking.flightNumber && (
        <p className="mt-1 flex items-center gap-1.5 text-sm">
          <Plane aria-label={t`Flight`} size={16} className="shrink-0 text-slate" />
          <span className="tabular break-all">{booking.flightNumber}</span>
        </p>
      )}
      {booking.secondDriver && (
        <p className="mt-1 text-sm break-words">
          <Trans>Second driver: {{ name: booking.secondDriver }}</Trans>
        </p>
      )}
      {address && (
        <p className="mt-1 flex gap-1.5 text-sm">
          <MapPin aria-label={t`Address`} size={16} className="mt-0.5 shrink-0 text-slate" />
          <span className="min-w-0 break-words">{address}</span>
        </p>
      )}
      <nav aria-label={t`Steps`} className="mt-4 grid grid-cols-4 gap-1.5">
        {steps.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === step ? "step" : undefined}
            className={clsx(
              "min-h-11 rounded-t-xl border-b-4 px-1 text-sm font-semibold",
              each === step ? "border-pine text-ink" : "border-line text-muted",
              gaps.some((gap) => gap.step === each) && "border-danger text-danger",
            )}
            onClick={() => onStep(each)}
          >
            {t(names[each])}
          </button>
        ))}
      </nav>
    </>
  );
}
