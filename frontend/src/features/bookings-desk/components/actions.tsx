import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Mail, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { ApiError, api, bodyOf } from "@/lib/api";
import { type BookingDetail, bookingQuery, listKey, type Status } from "../queries";
import { CancelDialog } from "./cancel-dialog";
import { EmailDialog } from "./email-dialog";

const deeds: Partial<Record<Status, string>> = {
  confirmed: "Confirm booking",
  active: "Hand over the car",
  completed: "Complete rental",
};

/** What can be done with a booking now. */
export function Actions({ booking }: { booking: BookingDetail }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<"cancel" | "email" | null>(null);
  const change = useMutation({
    mutationFn: ({ to, reason }: { to: Status; reason?: string }) =>
      bodyOf(
        api.POST("/api/admin/bookings/{booking_id}/status", {
          params: { path: { booking_id: booking.id } },
          body: { fromStatus: booking.status, toStatus: to, reason: reason ?? "" },
        }),
      ),
    onSuccess: (answer) => {
      client.setQueryData(bookingQuery(booking.id).queryKey, answer);
      void client.invalidateQueries({ queryKey: [listKey] });
      setOpen(null);
    },
    onError: (error) => {
      toast({
        kind: "destructive",
        title: "Nothing was changed",
        description: (error instanceof ApiError && error.sentence) || "Please try again in a moment.",
      });
      // Somebody else may have been faster: show how it stands now.
      void client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
      setOpen(null);
    },
  });

  return (
    <div className="flex flex-wrap gap-2">
      {booking.nextStatuses
        .filter((status) => status !== "cancelled")
        .map((status) => (
          <Button key={status} disabled={change.isPending} onClick={() => change.mutate({ to: status })}>
            {deeds[status]}
          </Button>
        ))}
      <Button look="quiet" onClick={() => setOpen("email")}>
        <Mail aria-hidden size={18} /> E-mail
      </Button>
      {booking.chatUrl && (
        <a className={buttonClass("quiet")} href={booking.chatUrl} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden size={18} /> Chat
        </a>
      )}
      {booking.nextStatuses.includes("cancelled") && (
        <Button look="plain" onClick={() => setOpen("cancel")}>
          Cancel booking
        </Button>
      )}
      {open === "cancel" && (
        <CancelDialog
          reference={booking.reference}
          busy={change.isPending}
          onCancelBooking={(reason) => change.mutate({ to: "cancelled", reason })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === "email" && <EmailDialog booking={booking} onClose={() => setOpen(null)} />}
    </div>
  );
}
