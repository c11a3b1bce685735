import { Trans } from "@lingui/react/macro";
import { ArrowLeft, BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "@/components/ui/button";
import { Picture } from "@/components/ui/picture";
import { siteConfig } from "@/lib/site-config";

interface Props {
  title: string;
  description?: ReactNode;
  /** What can be done on this page, at the right on wide screens. */
  children?: ReactNode;
}

/** The head of an admin page. */
export function PageHeader({ title, description, children }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="text-2xl font-bold">{title}</h1>
        {description && <p className="mt-1 max-w-2xl text-sm text-slate">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </header>
  );
}

/** To the page above this one. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-pine underline-offset-4 hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden size={16} /> {children}
    </Link>
  );
}

/** The company's logo. In dark mode it has a light background: logos are designed for paper. */
export function BrandMark({ size }: { size: number }) {
  return (
    <span className="grid w-fit shrink-0 place-items-center rounded-xl bg-plate [padding:var(--plate-edge)]">
      <Picture
        picture={siteConfig().brand.logo}
        alt=""
        width={size}
        height={size}
        sizes={`${size}px`}
        isFirst
      />
    </span>
  );
}

/** Opens the page for developers, which the server writes: no page of the console. */
export function ApiReferenceLink() {
  return (
    <a href="/developers" target="_blank" rel="noreferrer" className={buttonClass("quiet")}>
      <BookOpen aria-hidden size={18} /> <Trans>API reference</Trans>
    </a>
  );
}
