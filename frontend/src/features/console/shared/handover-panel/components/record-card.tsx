import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { FileText } from "lucide-react";
import { CarPlan } from "@/features/console/shared/car-plan";
import {
  type Body,
  type Damage,
  damageKinds,
  documentUrl,
  type HandoverRecord,
  ownAccessories,
  photoUrl,
} from "@/features/console/shared/handover";
import { SignaturePicture } from "@/features/console/shared/signature-picture";
import { formatMoment, formatNumber } from "@/lib/format";

interface Props {
  record: HandoverRecord;
  /** Damages of the vehicle that other bookings left. */
  existing: readonly Damage[];
  body: Body;
}

/** One handover or return as it was recorded. */
export function RecordCard({ record, existing, body }: Props) {
  const { t } = useLingui();
  const isReturn = record.kind === "return";
  const missing = record.pictureCount - record.pictures.length;
  const marks = [
    ...existing.map(({ id, kind, x, y }) => ({ id, kind, x, y, isNew: false })),
    ...record.damages.map(({ id, kind, x, y }) => ({ id, kind, x, y, isNew: isReturn })),
  ];
  const accessories = record.accessories.map(({ code, label, count }) => {
    const own = ownAccessories[code];
    return `${own ? t(own) : label || code}: ${count}`;
  });
  return (
    <article className="border-t border-line pt-4 first:border-0 first:pt-0">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-semibold">{isReturn ? <Trans>Return</Trans> : <Trans>Handed over</Trans>}</h3>
        <p className="tabular text-sm text-slate">
          {formatMoment(record.recordedAt)}
          {record.by && ` · ${record.by}`}
        </p>
      </header>
      <p className="tabular mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="font-semibold">{t`${{ kilometres: formatNumber(record.mileageKm) }} km`}</span>
        <span>{t`Fuel ${{ eighths: record.fuelEighths }}/8`}</span>
        {isReturn ? (
          <span>{record.isClean ? t`clean` : t`not clean`}</span>
        ) : (
          <span>{record.licenceSeen ? t`licence checked` : t`licence not checked`}</span>
        )}
      </p>
      {accessories.length > 0 && <p className="mt-1 text-sm text-slate">{accessories.join(" · ")}</p>}
      {record.signedOnlineAt && (
        <p className="mt-1 text-sm text-slate">
          <Trans>Agreement signed online on {{ moment: formatMoment(record.signedOnlineAt) }}</Trans>
        </p>
      )}
      {record.note && <p className="mt-2 text-sm whitespace-pre-line">{record.note}</p>}
      {marks.length > 0 && (
        <div className="mt-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)]">
          <CarPlan body={body} marks={marks} />
          <ol className="grid content-start gap-1 text-sm">
            {[...existing, ...record.damages].map((damage, index) => (
              <li key={damage.id} className={index < existing.length ? "text-muted" : ""}>
                {index + 1}. {t(damageKinds[damage.kind])}
                {damage.note && <span className="text-slate">, {damage.note}</span>}
              </li>
            ))}
          </ol>
        </div>
      )}
      {record.pictures.length > 0 && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-2">
          {record.pictures.map((picture, index) => (
            <li key={picture.id}>
              <a href={photoUrl(record.id, picture.id)} target="_blank" rel="noreferrer">
                <img
                  src={photoUrl(record.id, picture.id)}
                  alt={t`Photograph ${{ number: index + 1 }}`}
                  loading="lazy"
                  className="aspect-square w-full rounded-xl border border-line object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <p className="mt-2 text-sm text-muted">
          {plural(missing, {
            one: "# photo is still on the phone.",
            other: "# photos are still on the phone.",
          })}
        </p>
      )}
      <footer className="mt-3 flex flex-wrap items-end justify-between gap-3">
        {record.signature.length > 0 && (
          <div className="grow">
            <SignaturePicture strokes={record.signature} />
            <p className="mt-1 text-xs text-muted">{record.signerName}</p>
          </div>
        )}
        {record.documentReady ? (
          <a
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold underline underline-offset-4"
            href={documentUrl(record.id)}
            target="_blank"
            rel="noreferrer"
          >
            <FileText aria-hidden size={18} />
            {isReturn ? <Trans>Return protocol</Trans> : <Trans>Rental agreement</Trans>}
          </a>
        ) : (
          record.isPrinting && (
            <p className="text-sm text-muted">
              <Trans>Preparing the document…</Trans>
            </p>
          )
        )}
      </footer>
    </article>
  );
}
