import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { type Affiliate, refetchAffiliates, setAffiliateStatus } from "../api";

/** Stops an affiliate's codes for a while, or lets them work again. */
export function PauseButton({ affiliate }: { affiliate: Affiliate }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const isActive = affiliate.status === "active";
  const change = useMutation({
    mutationFn: () => setAffiliateStatus(affiliate.id, isActive ? "paused" : "active"),
    onSuccess: () => toast({ title: isActive ? t`Affiliate paused` : t`Affiliate resumed` }),
    onError: (error) =>
      toast({
        kind: "destructive",
        title: t`Couldn't save`,
        description: sentenceOf(error),
      }),
    onSettled: () => refetchAffiliates(client),
  });
  return (
    <>
      <Button
        look="quiet"
        disabled={change.isPending}
        onClick={() => (isActive ? setAsking(true) : change.mutate())}
      >
        {isActive ? t`Pause` : t`Resume`}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t`Pause ${{ name: affiliate.name }}?`}
          description={t`The promo code stops working immediately. Earned commission is still owed. You can resume at any time.`}
          confirm={t`Pause`}
          onConfirm={() => change.mutateAsync().catch(() => undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
