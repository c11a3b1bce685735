import { Trans } from "@lingui/react/macro";

/** What the button of a search says: availability only where the company promises it. */
export function CheckPrice({ isPromised }: { isPromised: boolean }) {
  return isPromised ? <Trans>Check Price &amp; Availability</Trans> : <Trans>Check Price</Trans>;
}
