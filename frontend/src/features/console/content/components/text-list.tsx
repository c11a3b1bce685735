import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { DataList } from "@/components/console/data-list";
import { adminPath } from "@/config/admin-path";
import { formatMomentDay } from "@/lib/format";
import type { ListedText } from "../api";
import { nameOf, pageOf } from "../rules/texts";

/** Texts with what waits, and the way to write on them. */
export function TextList({
  texts,
  languages,
}: {
  texts: readonly ListedText[];
  languages: readonly string[];
}) {
  const { t } = useLingui();
  if (texts.length === 0) {
    return (
      <p className="text-sm text-muted">
        <Trans>None yet.</Trans>
      </p>
    );
  }
  return (
    <DataList>
      {texts.map((text) => {
        const name = nameOf(text, languages);
        const missing = languages.filter((language) => !(language in text.titles));
        const day = text.published && formatMomentDay(text.published.at);
        return (
          <li key={text.kind}>
            <Link
              to={adminPath.text(text.kind)}
              className="flex min-h-16 items-center gap-3 px-4 py-2 hover:bg-stone"
            >
              <span className="min-w-0 grow">
                <span className="block truncate font-semibold">
                  {typeof name === "string" ? name : t(name)}
                </span>
                <span className="tabular block truncate text-sm text-muted">
                  {pageOf(text.kind)}
                  {day && ` · ${t`published ${day}`}`}
                </span>
              </span>
              {missing.length > 0 && <Badge>{t`not in ${{ languages: missing.join(", ") }}`}</Badge>}
              {text.waits && (
                <Badge look="good">
                  <Trans>Draft</Trans>
                </Badge>
              )}
              <ChevronRight aria-hidden size={18} className="shrink-0 text-muted" />
            </Link>
          </li>
        );
      })}
    </DataList>
  );
}
