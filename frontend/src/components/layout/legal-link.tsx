import { Link, type LinkProps, useLocation } from "react-router";
import { paths } from "@/config/paths";

const legal: readonly string[] = [paths.terms, paths.privacy];

/** What a legal page knows of where its reader came from inside the app. */
export interface LegalEntry {
  /** Path and query of the page that the reader left. */
  from?: string;
  /** Whether that page is the entry before in the browser's history. */
  isPrevious?: boolean;
}

/** A link to a legal page that leads back to here: with what was typed, and where it was scrolled to. */
export function LegalLink(props: Omit<LinkProps, "state">) {
  const { pathname, search, state } = useLocation();
  const entry: LegalEntry = legal.includes(pathname)
    ? { ...(state as LegalEntry | null), isPrevious: false }
    : { from: pathname + search, isPrevious: true };
  return <Link {...props} state={entry} />;
}
