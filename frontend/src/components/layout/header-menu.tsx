import { Trans, useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Menu } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { paths } from "@/config/paths";
import { siteConfig } from "@/lib/site-config";
import { phoneHref } from "./chat";
import { LegalLink } from "./legal-link";

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

/** Links of every page; on a wide screen the first ones are in the header itself. */
export function SiteMenu() {
  const { t } = useLingui();
  const { contacts, menu } = siteConfig();
  return (
    <HeaderMenu button={<MenuIcon />}>
      <nav aria-label={t`Menu`} className={menuListClass}>
        <Link to={paths.myBooking} className={menuItemClass}>
          <Trans>My booking</Trans>
        </Link>
        {menu.map(({ path, label }) => (
          <LegalLink key={path} to={path} className={menuItemClass}>
            {label}
          </LegalLink>
        ))}
        {contacts.phone && (
          <a href={phoneHref(contacts.phone)} className={clsx(menuItemClass, "tabular")}>
            {contacts.phone}
          </a>
        )}
      </nav>
    </HeaderMenu>
  );
}

/** Links in the header where there is room: My booking and the phone number. */
export const headerLinkClass = clsx(headerButtonClass, "tabular max-lg:hidden");

export function HeaderLinks() {
  const { phone } = siteConfig().contacts;
  return (
    <>
      <Link to={paths.myBooking} className={headerLinkClass}>
        <Trans>My booking</Trans>
      </Link>
      {phone && (
        <a href={phoneHref(phone)} className={headerLinkClass}>
          {phone}
        </a>
      )}
    </>
  );
}
