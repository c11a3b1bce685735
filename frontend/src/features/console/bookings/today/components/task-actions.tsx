import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { Button, buttonClass } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { useMay } from "@/features/console/shared/session";
import type { Task } from "../api";
import type { Action, Open } from "./task-dialog";

interface Props {
  task: Task;
  onOpen: (open: Open) => void;
}

const small = "min-h-11 px-3.5 text-sm sm:min-h-9";

/** The buttons of a task; the first is the usual answer. */
export function TaskActions({ task, onOpen }: Props) {
  const { t } = useLingui();
  const may = useMay();
  const { bookingId, customerName, balance, deposit } = task;

  function button(action: Action, label: string, look: "primary" | "quiet" = "quiet") {
    return (
      <Button
        key={action}
        look={look}
        className={small}
        aria-label={`${label}: ${customerName}`}
        onClick={() => onOpen({ action, bookingId, label })}
      >
        {label}
      </Button>
    );
  }
  function record(kind: "handover" | "return", label: string) {
    if (!may("yard")) return null;
    return (
      <Link
        key={`record ${kind}`}
        className={buttonClass("quiet", small)}
        aria-label={`${label}: ${customerName}`}
        to={adminPath.yardForm(bookingId, kind)}
      >
        {label}
      </Link>
    );
  }
  const pay = may("payments") && balance > 0 && button("payment", t`Take a payment`);
  switch (task.kind) {
    case "confirm":
      return button("confirm", t`Confirm booking`, "primary");
    case "late_pickup":
      return [record("handover", t`Record handover`), button("no-show", t`No-show`), pay];
    case "late_return":
      return [record("return", t`Record return`), button("return", t`Extend`), pay];
    case "transfer":
      return button("vehicle", t`Change vehicle`);
    case "no_vehicle":
      return button("vehicle", t`Assign vehicle`, "primary");
    case "costs":
      return button("costs", t`Review`, "primary");
    case "fee":
      return may("payments") && button("fee", t`Charge or waive`, "primary");
    case "card_hold":
      return (
        <Link
          className={buttonClass("primary", small)}
          aria-label={`${t`Review`}: ${customerName}`}
          to={adminPath.booking(bookingId)}
        >
          {t`Review`}
        </Link>
      );
    case "payment":
      if (!may("payments")) return null;
      if (balance > 0) return button("payment", t`Take a payment`);
      if (balance < 0) return may("refunds") && button("refund", t`Refund`);
      return deposit > 0 && button("deposit", t`Refund deposit`);
    case "documents":
      return button("email", t`Email`);
    case "pickup":
      return [record("handover", t`Record handover`), pay];
    case "return":
      return [record("return", t`Record return`), pay];
  }
}
