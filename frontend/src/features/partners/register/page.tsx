import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { logIn, register } from "@/features/partners/shared/api";
import { AffiliateFrame } from "@/features/partners/shared/frame";
import type { Registration } from "@/features/partners/shared/schema";
import { formatPercent } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { RegisterForm } from "./components/register-form";
import { Registered } from "./components/registered";
import { Terms } from "./components/terms";

const toDashboardMilliseconds = 2000;

export function Component() {
  const { affiliates: terms, tenant } = siteConfig();
  const { name } = tenant;
  const { t } = useLingui();
  const navigate = useNavigate();
  const [done, setDone] = useState<{ promoCode: string; loggedIn: boolean } | null>(null);
  const onItsWay = done?.loggedIn ?? false;

  useEffect(() => {
    if (!onItsWay) return undefined;
    const timer = window.setTimeout(() => navigate(paths.affiliate.dashboard), toDashboardMilliseconds);
    return () => window.clearTimeout(timer);
  }, [navigate, onItsWay]);

  async function open(form: Registration) {
    const promoCode = await register(form);
    toast({ title: t`Registration Successful!`, description: t`Your promo code is ${promoCode}.` });
    const loggedIn = await logIn(form).then(
      () => true,
      () => false,
    );
    setDone({ promoCode, loggedIn });
    window.scrollTo(0, 0);
  }

  if (done) {
    return (
      <AffiliateFrame title={t`You're in!`} lead={t`Welcome to the affiliate programme of ${name}.`}>
        <Registered {...done} />
      </AffiliateFrame>
    );
  }
  const share = formatPercent(terms.commissionPercent);
  return (
    <AffiliateFrame
      title={t`Become an affiliate`}
      lead={t`Recommend ${name} to travellers and earn ${share} of every booking made with your code.`}
    >
      <Terms {...terms} />
      <RegisterForm register={open} />
      <p className="mt-6 text-center text-slate">
        <Trans>
          Already an affiliate?{" "}
          <Link className="font-semibold text-pine underline underline-offset-4" to={paths.affiliate.login}>
            Log in
          </Link>
        </Trans>
      </p>
    </AffiliateFrame>
  );
}
