import { Trans } from "@lingui/react/macro";

interface Props {
  /** For the way there and back again; null: it costs nothing. */
  fee: string | null;
}

/** What it costs to get the car here and to leave it here. */
export function HandoverFee({ fee }: Props) {
  return (
    <p className="mt-1 text-ink">
      {fee === null ? (
        <Trans>Getting the car here and leaving it here costs nothing extra.</Trans>
      ) : (
        <Trans>Getting the car here and leaving it here costs {fee}, once for the rental.</Trans>
      )}
    </p>
  );
}
