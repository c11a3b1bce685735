import { Trans } from "@lingui/react/macro";
import { Mail, MessageCircle } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import type { BookingDetail } from "../api";
import { ChangeActions } from "../desk/components/change-actions";
import { EmailDialog } from "./email-dialog";

/** How the customer is reached, and what can be changed. */
export function Actions({ booking }: { booking: BookingDetail }) {
  const [isWriting, setIsWriting] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <ChangeActions booking={booking} />
      <Button look="quiet" onClick={() => setIsWriting(true)}>
        <Mail aria-hidden size={18} /> <Trans>Email</Trans>
      </Button>
      {booking.chatUrl && (
        <a className={buttonClass("quiet")} href={booking.chatUrl} target="_blank" rel="noreferrer">
          <MessageCircle aria-hidden size={18} /> <Trans>Chat</Trans>
        </a>
      )}
      {isWriting && <EmailDialog booking={booking} onClose={() => setIsWriting(false)} />}
    </div>
  );
}
