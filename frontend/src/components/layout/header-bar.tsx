import { useLingui } from "@lingui/react/macro";
import { clsx } from "clsx";
import { MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Picture } from "@/components/ui/picture";
import { paths } from "@/config/paths";
import { siteConfig } from "@/lib/site-config";

interface Props {
  /** On a wide screen the page's hero picture, if it has one, starts behind the bar. */
  onPicture?: boolean;
  /** Content attached below the bar. */
  bar?: ReactNode;
  /** Content at the end. */
  children: ReactNode;
}

/** The sticky bar on top of every page of the site, with the company's name. */
export function HeaderBar({ onPicture = false, bar, children }: Props) {
  const { brand, tenant } = siteConfig();
  return (
    <header className={clsx("site-header", onPicture && "site-header-on-picture")}>
      <div className="mx-auto flex max-w-[96rem] flex-wrap items-center justify-between gap-x-2 px-4 py-1.5 sm:gap-x-4 sm:px-6 sm:py-3">
        <Link
          to={paths.home}
          className="flex min-h-11 min-w-min flex-1 items-center gap-3 text-lg leading-tight font-bold text-ink max-[25rem]:gap-2 max-[25rem]:text-base"
        >
          {/* Logos are designed for white paper: in dark mode they have a light background. */}
          <span className="shrink-0 rounded-lg bg-plate [padding:var(--plate-edge)]">
            <Picture picture={brand.logo} alt="" width={36} height={36} sizes="36px" isFirst />
          </span>
          {tenant.name}
        </Link>
        <div className="flex flex-wrap items-center justify-end gap-1 sm:gap-2 print:hidden">{children}</div>
      </div>
      {bar}
    </header>
  );
}

/** The round button. */
export function ChatButton({ href }: { href: string }) {
  const { t } = useLingui();
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={t`Chat with us`}
      className="grid size-11 place-items-center rounded-full bg-pine text-on-pine shadow-card hover:bg-ink hover:text-snow sm:size-12"
    >
      <MessageCircle aria-hidden size={22} />
    </a>
  );
}
