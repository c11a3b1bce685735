import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api, bodyOf } from "@/lib/api";
import { PasswordProof } from "./password-proof";
import { RecoveryCodes } from "./recovery-codes";
import { SetUpSecondFactor } from "./set-up-second-factor";

const secondFactorQuery = queryOptions({
  queryKey: ["/api/admin/account/second-factor"],
  queryFn: () => bodyOf(api.GET("/api/admin/account/second-factor")),
  staleTime: 0,
});

type Open = "set-up" | "new-codes" | "turn-off";

/** The second factor: on or off, setting it up, new recovery codes, turning it off. */
export function SecondFactorPanel() {
  const { t } = useLingui();
  const state = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => setOpen(null);

  async function show(newCodes: string[]) {
    setCodes(newCodes);
    close();
    await state.refetch();
  }

  return (
    <Panel
      title={t`Two-factor authentication`}
      description={t`A code from an authenticator app, in addition to your password.`}
    >
      <QueryBoundary query={state} skeleton={<Skeleton className="h-12 rounded-xl" />}>
        {({ enabled, recoveryCodesLeft }) => (
          <div className="flex flex-wrap items-center gap-3">
            {enabled ? (
              <Badge look="good">
                <Trans context="second factor">On</Trans>
              </Badge>
            ) : (
              <Badge>
                <Trans context="second factor">Off</Trans>
              </Badge>
            )}
            {enabled && (
              <p className="grow text-sm text-slate">
                <Trans>{recoveryCodesLeft} of 10 recovery codes left.</Trans>{" "}
                {recoveryCodesLeft < 3 && <Trans>Generate new codes.</Trans>}
              </p>
            )}
            {enabled ? (
              <>
                <Button look="quiet" onClick={() => setOpen("new-codes")}>
                  <Trans>New recovery codes</Trans>
                </Button>
                <Button look="quiet" onClick={() => setOpen("turn-off")}>
                  <Trans>Turn off</Trans>
                </Button>
              </>
            ) : (
              <Button look="quiet" onClick={() => setOpen("set-up")}>
                <Trans>Set up</Trans>
              </Button>
            )}
          </div>
        )}
      </QueryBoundary>
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {open === "set-up" && <SetUpSecondFactor onDone={show} onClose={close} />}
      {open === "new-codes" && (
        <PasswordProof
          title={t`New recovery codes`}
          description={t`The old codes stop working.`}
          confirm={t`Generate new codes`}
          onClose={close}
          onProof={async (body) =>
            show((await bodyOf(api.POST("/api/admin/account/second-factor/recovery-codes", { body }))).codes)
          }
        />
      )}
      {open === "turn-off" && (
        <PasswordProof
          title={t`Turn off two-factor authentication`}
          description={t`You'll sign in with your password alone.`}
          confirm={t`Turn it off`}
          onClose={close}
          onProof={async (body) => {
            await api.POST("/api/admin/account/second-factor/disable", { body });
            toast({ title: t`Two-factor authentication is off` });
            setCodes(null);
            close();
            await state.refetch();
          }}
        />
      )}
    </Panel>
  );
}
