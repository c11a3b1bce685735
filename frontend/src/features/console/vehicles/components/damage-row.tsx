import { Trans, useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { Link } from "react-router";
import { Button } from "@/components/ui/button";
import { adminPath } from "@/config/admin-path";
import { type Damage, damageKinds, photoUrl } from "@/features/console/shared/handover";
import { formatMoment } from "@/lib/format";

interface Props {
  damage: Damage;
  /** Of its mark on the drawing; without one it is repaired. */
  number?: number;
  onRepaired?: () => void;
}

/** One damage: what it is, when and with which booking it was found, and its photographs. */
export function DamageRow({ damage, number, onRepaired }: Props) {
  const { t } = useLingui();
  const kind = t(damageKinds[damage.kind]);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 grow text-sm">
        <p className="font-semibold">{number ? `${number}. ${kind}` : kind}</p>
        {damage.note && <p className="wrap-anywhere text-slate">{damage.note}</p>}
        <p className="tabular text-muted">
          <Link className="underline underline-offset-4" to={adminPath.booking(damage.bookingId)}>
            {t`Found ${{ moment: formatMoment(damage.foundAt) }}`}
          </Link>
        </p>
        {damage.repairedAt && (
          <p className="tabular text-muted">{t`Repaired ${{ moment: formatMoment(damage.repairedAt) }}`}</p>
        )}
        {damage.pictureIds.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-2">
            {damage.pictureIds.map((id, index) => (
              <li key={id}>
                <a href={photoUrl(damage.recordId, id)} target="_blank" rel="noreferrer">
                  <img
                    src={photoUrl(damage.recordId, id)}
                    alt={t`Photograph ${{ number: index + 1 }}`}
                    loading="lazy"
                    className="size-20 rounded-xl border border-line object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      {onRepaired && (
        <Button look="quiet" aria-label={t`Mark as repaired: ${{ damage: kind }}`} onClick={onRepaired}>
          <Check aria-hidden size={18} /> <Trans>Repaired</Trans>
        </Button>
      )}
    </li>
  );
}
