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
        <Trans>No fee for pickup and return here.</Trans>
      ) : (
        <Trans>Pickup and return here: {fee} per rental.</Trans>
      )}
    </p>
  );
}
