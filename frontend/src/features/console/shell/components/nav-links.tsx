import { useLingui } from "@lingui/react/macro";
import { NavLink } from "react-router";
import type { Role } from "@/features/console/shared/roles";
import { navigationFor } from "../rules";

interface Props {
  role: Role;
  onNavigate?: () => void;
}

/** The pages of the console by group, those of the role only. */
export function NavLinks({ role, onNavigate }: Props) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Admin`} className="flex flex-col gap-5">
      {navigationFor(role).map((group) => (
        <div key={group.label.id}>
          <p aria-hidden className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted">
            {t(group.label)}
          </p>
          <ul aria-label={t(group.label)}>
            {group.entries.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  {...(onNavigate ? { onClick: onNavigate } : {})}
                  className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-sm font-medium text-slate hover:bg-stone md:min-h-10 aria-[current=page]:bg-stone aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                >
                  <Icon aria-hidden size={18} className="shrink-0" />
                  {t(label)}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
