import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import type { Me } from "@/features/console/shared/session";
import { api } from "@/lib/api";
import { sentenceOf } from "@/lib/errors";
import { formatMoment } from "@/lib/format";

interface Props {
  me: Me;
  support: NonNullable<Me["admin"]["support"]>;
}

/** On every page that an operator sees with support access: who, until when, why, and the way out. */
export function SupportBanner({ me, support }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isEnding, setEnding] = useState(false);
  const who = me.admin.email;
  const { reason } = support;
  const company = me.tenant.name;
  const time = formatMoment(support.expiresAt, me.tenant.timezone);

  async function end() {
    setEnding(true);
    try {
      await api.DELETE("/api/admin/support-session");
    } catch (error) {
      toast({ kind: "destructive", title: t`Couldn't end support access`, description: sentenceOf(error) });
      setEnding(false);
      return;
    }
    client.clear();
    navigate(paths.admin.support);
  }

  return (
    <section
      aria-label={t`Support access`}
      className="sticky top-2 z-20 mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-card border-2 border-accent bg-panel p-4 text-sm shadow-card print:static"
    >
      <div className="min-w-0 grow basis-60">
        <p className="font-bold">
          <Trans>
            Support access: {who} sees {company} until {time}
          </Trans>
        </p>
        <p className="mt-0.5 break-words text-slate">
          <Trans>Reason: {reason}</Trans>
        </p>
        <p className="text-slate">
          {support.mayChangeDrafts ? (
            <Trans>Drafts can be changed, nothing else. Everything is recorded.</Trans>
          ) : (
            <Trans>Read-only. Everything is recorded.</Trans>
          )}
        </p>
      </div>
      <Button access="read" look="quiet" className="min-h-11" disabled={isEnding} onClick={() => void end()}>
        <Trans>End</Trans>
      </Button>
    </section>
  );
}
