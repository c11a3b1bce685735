import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { sentenceOf } from "@/lib/errors";
import { lookUp, type Records } from "../api";
import { KeptRecords } from "./kept-records";

/** What a customer may ask for: a copy of everything about them, or its erasure. */
export function RightsPanel({ customerId, name }: { customerId: string; name: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [records, setRecords] = useState<Records | null>(null);

  async function look() {
    try {
      setRecords(await lookUp({ customerId }));
    } catch (error) {
      toast({ title: t`This did not work`, description: sentenceOf(error), kind: "destructive" });
    }
  }

  return (
    <Panel
      title={t`Copies and erasure`}
      description={t`A customer may ask for a copy of everything you keep about them, or for its erasure.`}
    >
      {records ? (
        <KeptRecords
          asked={{ customerId }}
          name={name}
          records={records}
          onErased={() => void navigate(paths.admin.customers)}
        />
      ) : (
        <Button look="quiet" onClick={() => void look()}>
          <Trans>See what is kept</Trans>
        </Button>
      )}
    </Panel>
  );
}
