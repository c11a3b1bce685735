import { NavLink } from "react-router";
import { navigationFor, type Role } from "../rules";

interface Props {
  role: Role;
  onNavigate?: () => void;
}

/** The pages of the console by group, those of the role only. */
export function NavLinks({ role, onNavigate }: Props) {
  return (
    <nav aria-label="Admin" className="flex flex-col gap-5">
      {navigationFor(role).map((group) => (
        <section key={group.label} aria-label={group.label}>
          <p aria-hidden className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted">
            {group.label}
          </p>
          <ul>
            {group.entries.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  {...(onNavigate ? { onClick: onNavigate } : {})}
                  className="flex min-h-11 items-center gap-3 rounded-xl px-3 text-sm font-medium text-slate hover:bg-stone md:min-h-10 aria-[current=page]:bg-stone aria-[current=page]:font-semibold aria-[current=page]:text-ink"
                >
                  <Icon aria-hidden size={18} className="shrink-0" />
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
