import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { shareLink } from "@/features/partners/shared/api";
import { CopyField } from "@/features/partners/shared/copy-field";

interface Props {
  promoCode: string;
  loggedIn: boolean;
}

/** The promo code and the ways on. */
export function Registered({ promoCode, loggedIn }: Props) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-6">
      <CopyField large label={t`Your promo code`} value={promoCode} copied={t`${promoCode} copied.`} />
      <CopyField
        label={t`Your link`}
        value={shareLink(promoCode)}
        copied={t`Link copied. It includes your promo code.`}
      />
      <p role="status" className="text-slate">
        {loggedIn
          ? t`Opening your dashboard…`
          : t`Your account is ready. Log in to see your bookings and your commission.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {loggedIn ? (
          <Link className={buttonClass()} to={paths.affiliate.dashboard}>
            <Trans>Go to your dashboard</Trans>
          </Link>
        ) : (
          <Link className={buttonClass()} to={paths.affiliate.login}>
            <Trans>Log in</Trans>
          </Link>
        )}
        <Link className={buttonClass("quiet")} to={paths.home}>
          <Trans>Back to Homepage</Trans>
        </Link>
      </div>
    </div>
  );
}
