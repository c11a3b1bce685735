import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { Problem } from "@/components/console/problem";
import { Skeleton } from "@/components/console/skeleton";
import { Dialog } from "@/components/ui/dialog";
import { handoverQuery } from "@/features/console/shared/handover-panel/api";
import { ProposedLines } from "@/features/console/shared/handover-panel/components/proposed-lines";
import { moneyQuery } from "@/features/console/shared/money-panel/api";
import { FeeDialog } from "@/features/console/shared/money-panel/components/cancellation-fee";
import { DepositDialog } from "@/features/console/shared/money-panel/components/deposit-dialog";
import { RefundDialog } from "@/features/console/shared/money-panel/components/refund-dialog";
import { TakeDialog } from "@/features/console/shared/money-panel/components/take-dialog";
import { assignmentQuery, type BookingDetail, bookingQuery } from "../../api";
import { EmailDialog } from "../../components/email-dialog";
import { VehicleChoice } from "../../components/vehicle-card";
import { NoShowDialog } from "../../desk/components/no-show-dialog";
import { ReturnDialog } from "../../desk/components/return-dialog";
import { useConfirming } from "../../desk/use-confirming";
import { useTransitions } from "../../use-transitions";
import { balancesQuery, todayKey } from "../api";

const moneyActions = ["payment", "refund", "deposit", "fee"] as const;
const bookingActions = ["confirm", "no-show", "return", "vehicle", "email"] as const;
type MoneyAction = (typeof moneyActions)[number];
type BookingAction = (typeof bookingActions)[number];
export type Action = MoneyAction | BookingAction | "costs";

export interface Open {
  action: Action;
  bookingId: string;
  /** Button text: the title until the dialog is loaded. */
  label: string;
}

interface Props {
  open: Open;
  onClose: () => void;
}

const isOf = <T extends Action>(actions: readonly T[], action: Action): action is T =>
  (actions as readonly Action[]).includes(action);

/** The dialog of the booking's page that does a task, over the list. */
export function TaskDialog({ open, onClose }: Props) {
  const client = useQueryClient();
  const { action } = open;
  function close() {
    for (const { queryKey } of [{ queryKey: todayKey }, balancesQuery])
      void client.invalidateQueries({ queryKey });
    onClose();
  }
  if (isOf(moneyActions, action)) return <OfMoney open={open} action={action} onClose={close} />;
  if (isOf(bookingActions, action)) return <OfBooking open={open} action={action} onClose={close} />;
  return <Costs open={open} onClose={close} />;
}

function OfBooking({ open, action, onClose }: Props & { action: BookingAction }) {
  const query = useQuery(bookingQuery(open.bookingId));
  const booking = query.data?.booking;
  if (!booking) return <Loading open={open} query={query} onClose={onClose} />;
  const props = { booking, onClose };
  if (action === "confirm") return <Confirm {...props} />;
  if (action === "no-show") return <NoShowDialog {...props} />;
  if (action === "return") return <ReturnDialog {...props} />;
  if (action === "email") return <EmailDialog {...props} />;
  return <VehicleDialog {...props} label={open.label} />;
}

function OfMoney({ open, action, onClose }: Props & { action: MoneyAction }) {
  const query = useQuery(moneyQuery(open.bookingId));
  if (!query.data) return <Loading open={open} query={query} onClose={onClose} />;
  const props = { bookingId: open.bookingId, money: query.data, onClose };
  if (action === "payment") return <TakeDialog what="payment" {...props} />;
  if (action === "fee") return <FeeDialog {...props} />;
  return action === "refund" ? <RefundDialog {...props} /> : <DepositDialog {...props} />;
}

interface Loaded {
  booking: BookingDetail;
  onClose: () => void;
}

/** Asks for the vehicle and confirms. Confirms directly when there is nothing to choose. */
function Confirm({ booking, onClose }: Loaded) {
  const { t } = useLingui();
  const isAsked = useRef(false);
  const change = useTransitions(booking, onClose, { title: t`Booking confirmed` });
  const confirming = useConfirming(booking, onClose);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void confirming.ask((vehicleId) => change.mutate({ to: "confirmed", vehicleId }));
  }, [change, confirming]);
  return confirming.dialog;
}

function VehicleDialog({ booking, label, onClose }: Loaded & { label: string }) {
  const query = useQuery(assignmentQuery(booking));
  return (
    <Dialog title={label} description={`${booking.customerName} · ${booking.carName}`} onClose={onClose}>
      {query.data ? (
        <VehicleChoice booking={booking} assignment={query.data} onGiven={onClose} />
      ) : (
        <State query={query} />
      )}
    </Dialog>
  );
}

function Costs({ open, onClose }: Props) {
  const { t } = useLingui();
  const query = useQuery(handoverQuery(open.bookingId));
  return (
    <Dialog isWide title={t`Return costs`} onClose={onClose}>
      {query.data ? (
        <ProposedLines bookingId={open.bookingId} lines={query.data.lines} currency={query.data.currency} />
      ) : (
        <State query={query} />
      )}
    </Dialog>
  );
}

interface Query {
  error: unknown;
  refetch: () => unknown;
}

function Loading({ open, query, onClose }: Props & { query: Query }): ReactNode {
  return (
    <Dialog title={open.label} onClose={onClose}>
      <State query={query} />
    </Dialog>
  );
}

function State({ query: { error, refetch } }: { query: Query }) {
  if (!error) return <Skeleton className="h-24" />;
  return <Problem error={error} onRetry={() => void refetch()} />;
}
