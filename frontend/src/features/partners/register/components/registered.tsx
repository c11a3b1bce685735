import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { paths } from "@/config/paths";
import { CopyField } from "@/features/partners/shared/copy-field";
import { shareLink } from "@/features/partners/shared/share-link";

interface Props {
  promoCode: string;
  loggedIn: boolean;
}

/** The promo code and the ways on. */
export function Registered({ promoCode, loggedIn }: Props) {
  return (
    <div className="flex flex-col gap-6">
      <CopyField
        large
        label="Your promo code"
        value={promoCode}
        copied={`${promoCode} is ready to be pasted.`}
      />
      <CopyField
        label="Your link"
        value={shareLink(promoCode)}
        copied="Your link is ready to be pasted. It fills in your code."
      />
      <p role="status" className="text-slate">
        {loggedIn
          ? "Opening your dashboard…"
          : "Your account is ready. Log in to see your bookings and your commission."}
      </p>
      <div className="flex flex-wrap gap-3">
        {loggedIn ? (
          <Link className={buttonClass()} to={paths.affiliate.dashboard}>
            Go to your dashboard
          </Link>
        ) : (
          <Link className={buttonClass()} to={paths.affiliate.login}>
            Log in
          </Link>
        )}
        <Link className={buttonClass("quiet")} to={paths.home}>
          Back to Homepage
        </Link>
      </div>
    </div>
  );
}
