import { useLingui } from "@lingui/react/macro";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { useMe } from "@/features/console/shared/session";
import { settingsSections } from "@/features/console/shared/settings-sections";

/** Every section of the page, and the settings that have their own page. */
export function Contents() {
  const { t } = useLingui();
  const isOwner = useMe().admin.role === "owner";
  const elsewhere = [
    [paths.admin.domains, t`Domains`],
    [paths.admin.languages, t`Languages`],
    [paths.admin.currencies, t`Currencies`],
    [paths.admin.fleetSettings, t`Fleet settings`],
    [paths.admin.handoverTerms, t`Return costs`],
    ...(isOwner
      ? ([
          [paths.admin.brand, t`Brand`],
          [paths.admin.moneySettings, t`Payments and invoices`],
          [paths.admin.users, t`Colleagues`],
        ] as const)
      : []),
  ] as const;
  const link = "block min-h-11 rounded-xl px-3 py-2.5 text-sm font-semibold text-slate hover:bg-stone";
  return (
    <nav aria-label={t`Settings`} className="lg:sticky lg:top-6">
      <ul className="hidden lg:block">
        {settingsSections.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className={link}>
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
      <h2 className="px-3 text-xs font-semibold text-muted lg:mt-4">{t`On separate pages`}</h2>
      <ul className="flex flex-wrap lg:block">
        {elsewhere.map(([to, name]) => (
          <li key={to}>
            <Link to={to} className={link}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
