import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { useChange } from "@/components/console/use-change";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CarPlan } from "@/features/console/shared/car-plan";
import { vehiclesKey } from "@/features/console/shared/fleet";
import { type Body, type Damage, damageKinds } from "@/features/console/shared/handover";
import { damagesQuery, markRepaired } from "../api";
import { DamageRow } from "./damage-row";

interface Lists {
  vehicleId: string;
  damages: readonly Damage[];
  body: Body;
}

/** Where the vehicle is damaged, and what was repaired. */
export function DamagesPanel({ vehicleId }: { vehicleId: string }) {
  const { t } = useLingui();
  const query = useQuery(damagesQuery(vehicleId));
  return (
    <Panel
      title={t`Damages`}
      description={t`Found at a handover or return. Shown at the next one until repaired.`}
    >
      <QueryBoundary query={query}>
        {({ damages, body }) => <DamageLists vehicleId={vehicleId} damages={damages} body={body} />}
      </QueryBoundary>
    </Panel>
  );
}

function DamageLists({ vehicleId, damages, body }: Lists) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Damage | null>(null);
  const change = useChange({ refresh: vehiclesKey });
  const unrepaired = damages.filter((each) => !each.repairedAt);
  const repaired = damages.filter((each) => each.repairedAt).reverse();
  return (
    <>
      {unrepaired.length === 0 ? (
        <p className="text-sm text-muted">
          <Trans>No known damage.</Trans>
        </p>
      ) : (
        <>
          <CarPlan body={body} marks={unrepaired.map((each) => ({ ...each, isNew: false }))} />
          <ol className="mt-3">
            {unrepaired.map((damage, index) => (
              <DamageRow
                key={damage.id}
                damage={damage}
                number={index + 1}
                onRepaired={() => setAsked(damage)}
              />
            ))}
          </ol>
        </>
      )}
      {repaired.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold">
            <Plural value={{ count: repaired.length }} one="# repaired damage" other="# repaired damages" />
          </summary>
          <ol>
            {repaired.map((damage) => (
              <DamageRow key={damage.id} damage={damage} />
            ))}
          </ol>
        </details>
      )}
      {asked && (
        <ConfirmDialog
          title={t`Is it repaired? ${{ damage: t(damageKinds[asked.kind]) }}`}
          description={t`It won't appear at the next handover. It stays here under repaired damage.`}
          confirm={t`It is repaired`}
          onConfirm={() =>
            change(
              () => markRepaired(vehicleId, asked.id),
              () => ({ title: t`Damage repaired` }),
            )
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
