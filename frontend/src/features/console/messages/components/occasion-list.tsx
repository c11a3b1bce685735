import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { useChange } from "@/components/console/use-change";
import { useAccess } from "@/components/ui/button";
import { type Messages, messagesQuery, type OccasionMessage, settleMessages } from "../api";
import { occasionWords, settingsWith } from "../rules";

/** Every message with its switch; its name leads to its words. */
export function OccasionList({ messages }: { messages: Messages }) {
  const { t } = useLingui();
  const change = useChange({ refresh: messagesQuery.queryKey });
  const toggle = (toggled: OccasionMessage) => {
    const off = messages.occasions
      .filter((each) => (each.occasion === toggled.occasion ? each.isOn : !each.isOn))
      .map((each) => each.occasion);
    const name = t(occasionWords[toggled.occasion].name);
    void change(
      () => settleMessages(settingsWith(messages.settings, off)),
      () => ({ title: toggled.isOn ? t`${name}: turned off` : t`${name}: turned on` }),
    );
  };
  const access = useAccess();
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-panel">
      {messages.occasions.map((each) => {
        const words = occasionWords[each.occasion];
        const own = each.texts.filter((text) => text.revision > 0).length;
        return (
          <li key={each.occasion} className="flex items-center gap-4 px-5 py-4">
            {each.occasion === "agreement" ? (
              // Sent by a colleague alone: there is nothing to switch off.
              <span className="size-11 shrink-0" />
            ) : (
              <label className="grid size-11 shrink-0 cursor-pointer place-items-center">
                <span className="sr-only">{t`Send: ${{ name: t(words.name) }}`}</span>
                <input
                  type="checkbox"
                  className="size-5 accent-pine"
                  checked={each.isOn}
                  {...access}
                  onChange={() => toggle(each)}
                />
              </label>
            )}
            <Link
              to={`?message=${each.occasion}`}
              className="group flex min-h-11 min-w-0 flex-1 items-center justify-between gap-3"
            >
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-2 font-semibold group-hover:underline">
                  {t(words.name)}
                  {!each.isOn && (
                    <Badge>
                      <Trans>off</Trans>
                    </Badge>
                  )}
                  {own > 0 && (
                    <Badge look="good">
                      <Trans>customised</Trans>
                    </Badge>
                  )}
                </span>
                <span className="block text-sm text-slate">{t(words.when)}</span>
              </span>
              <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
