import { useLingui } from "@lingui/react/macro";
import { Clock, CreditCard, Milestone, Plane, Route, ShieldCheck, Users, Wallet } from "lucide-react";
import { siteConfig } from "@/lib/site-config";

const icons = {
  wallet: Wallet,
  road: Route,
  people: Users,
  border: Milestone,
  plane: Plane,
  clock: Clock,
  shield: ShieldCheck,
  card: CreditCard,
};

/** What the company promises; not all of it is in every price. */
export function Promises() {
  const { t } = useLingui();
  const { landing } = siteConfig();
  return (
    <section aria-label={t`Why book with us`} className="mx-auto max-w-[96rem] px-4 pb-14 sm:px-6">
      <ul className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {landing.promises.map((promise) => {
          const Icon = icons[promise.icon as keyof typeof icons] ?? ShieldCheck;
          return (
            <li key={promise.title} className="flex gap-3">
              <span className="tile grid size-11 shrink-0 place-items-center rounded-xl bg-sky text-pine">
                <Icon aria-hidden size={22} />
              </span>
              <div>
                <p className="font-semibold">{promise.title}</p>
                <p className="text-sm text-slate">{promise.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
