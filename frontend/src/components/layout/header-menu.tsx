import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Menu } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import { paths } from "@/config/paths";
import { phoneHref, siteConfig } from "@/lib/site-config";
import { tripQuery } from "@/lib/visitors-query";

export const headerButtonClass =
  "flex min-h-11 min-w-11 cursor-pointer list-none items-center justify-center gap-1 rounded-full px-2.5 text-sm font-semibold text-ink hover:bg-ink/5 [&::-webkit-details-marker]:hidden";
export const menuListClass =
  "absolute right-0 z-30 mt-1 min-w-40 animate-appear rounded-2xl border border-line bg-panel p-1.5 shadow-card";
export const menuItemClass =
  "flex min-h-11 items-center rounded-xl px-3.5 font-medium whitespace-nowrap text-ink hover:bg-stone aria-[current]:bg-sky aria-[current]:font-bold";

/** A list in the header, opened by the browser's own means. */
export function HeaderMenu({ button, children }: { button: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null);
  function closeOnBlur(event: FocusEvent) {
    const next = event.relatedTarget;
    if (next instanceof Node && !box.current?.contains(next)) box.current?.removeAttribute("open");
  }
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !box.current?.open) return;
    box.current.removeAttribute("open");
    box.current.querySelector("summary")?.focus();
  }
  return (
    <details ref={box} className="group relative" onBlur={closeOnBlur} onKeyDown={closeOnEscape}>
      <summary className={headerButtonClass}>{button}</summary>
      {children}
    </details>
  );
}

export function MenuIcon() {
  return (
    <>
      <Menu aria-hidden size={22} className="shrink-0" />
      <span className="sr-only">
        <Trans>Menu</Trans>
      </span>
    </>
  );
}

/** The site's main pages; the list of guides only where there are any. */
function sitePages() {
  return [
    { to: paths.cars, label: <Trans>Cars</Trans> },
    { to: paths.places, label: <Trans>Places</Trans> },
    ...(siteConfig().menu.length > 0 ? [{ to: paths.guides, label: <Trans>Guides</Trans> }] : []),
    { to: paths.help, label: <Trans>Help</Trans> },
    { to: paths.myBooking, label: <Trans>My booking</Trans> },
  ];
}

/** Links of every page; on a wide screen they are in the header itself. */
export function SiteMenu() {
  const { t } = useLingui();
  const { phone } = siteConfig().contacts;
  const query = tripQuery(useLocation().search);
  return (
    <div className="xl:hidden">
      <HeaderMenu button={<MenuIcon />}>
        <nav aria-label={t`Menu`} className={menuListClass}>
          {sitePages().map(({ to, label }) => (
            <NavLink key={to} to={to + query} className={menuItemClass}>
              {label}
            </NavLink>
          ))}
          {phone && (
            <a href={phoneHref(phone)} className={clsx(menuItemClass, "tabular")}>
              {phone}
            </a>
          )}
        </nav>
      </HeaderMenu>
    </div>
  );
}

/** Links in the header where there is room. */
export const headerLinkClass = clsx(
  headerButtonClass,
  "tabular max-xl:hidden aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-8",
);

export function HeaderLinks() {
  const { t } = useLingui();
  const { phone } = siteConfig().contacts;
  const query = tripQuery(useLocation().search);
  return (
    <nav aria-label={t`Menu`} className="hidden xl:contents">
      {sitePages().map(({ to, label }) => (
        <NavLink key={to} to={to + query} className={headerLinkClass}>
          {label}
        </NavLink>
      ))}
      {phone && (
        <a href={phoneHref(phone)} className={headerLinkClass}>
          {phone}
        </a>
      )}
    </nav>
  );
}
