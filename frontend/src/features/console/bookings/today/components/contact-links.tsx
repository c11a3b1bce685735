import { useLingui } from "@lingui/react/macro";
import { MessageCircle, Phone } from "lucide-react";

interface Props {
  name: string;
  phone: string;
  chatUrl: string | null;
}

const look = "grid size-11 place-items-center rounded-xl text-pine hover:bg-stone";

/** A call or a chat, one press away. */
export function ContactLinks({ name, phone, chatUrl }: Props) {
  const { t } = useLingui();
  return (
    <span className="flex shrink-0">
      {phone && (
        <a
          className={look}
          href={`tel:${phone.replace(/[^\d+]/g, "")}`}
          aria-label={t`Call ${name}`}
          title={phone}
        >
          <Phone aria-hidden size={18} />
        </a>
      )}
      {chatUrl && (
        <a className={look} href={chatUrl} target="_blank" rel="noreferrer" aria-label={t`Chat with ${name}`}>
          <MessageCircle aria-hidden size={18} />
        </a>
      )}
    </span>
  );
}
