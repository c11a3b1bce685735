import { useLingui } from "@lingui/react/macro";
import { siteConfig } from "@/lib/site-config";
import type { MessageChannel } from "../draft";

interface Props {
  chosen: MessageChannel[];
  onChange: (chosen: MessageChannel[]) => void;
}

/** Consent to messages by WhatsApp and SMS, never preselected. Nothing where the company has neither. */
export function MessageChoices({ chosen, onChange }: Props) {
  const { t } = useLingui();
  const { messageChannels } = siteConfig();
  if (messageChannels.length === 0) return null;
  const labels = {
    whatsapp: t`Send me messages about this booking by WhatsApp`,
    sms: t`Send me messages about this booking by SMS`,
  };
  return (
    <fieldset>
      <legend className="sr-only">{t`Messages to your phone`}</legend>
      {messageChannels.map((channel) => (
        <label key={channel} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-(--pine)"
            checked={chosen.includes(channel)}
            onChange={({ target }) => {
              const others = chosen.filter((each) => each !== channel);
              onChange(target.checked ? [...others, channel] : others);
            }}
          />
          {labels[channel]}
        </label>
      ))}
      <p className="text-sm text-slate">{t`Reply STOP at any time to end them.`}</p>
    </fieldset>
  );
}
