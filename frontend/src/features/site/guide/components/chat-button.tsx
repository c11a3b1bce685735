import { MessageCircle } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { chatUrl, siteConfig } from "@/lib/site-config";

interface Props {
  label: string;
  kind: "guideInformation" | "guideRental";
}

/** Opens a chat with the company in a new tab. */
export function ChatButton({ label, kind }: Props) {
  const address = chatUrl(siteConfig().landing.chat[kind]);
  if (!address) return null;
  return (
    <a href={address} target="_blank" rel="noreferrer" className={buttonClass("primary", "mt-6 self-start")}>
      <MessageCircle aria-hidden size={20} />
      {label}
    </a>
  );
}
