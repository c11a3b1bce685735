import { Trans, useLingui } from "@lingui/react/macro";
import { Badge } from "@/components/console/badge";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { adminPath } from "@/config/admin-path";
import { formatMomentDay } from "@/lib/format";
import type { ListedText } from "../api";
import { nameOf, pageOf } from "../rules/texts";

/** Texts with what waits, and the way to write on them. */
export function TextList({
  label,
  texts,
  languages,
}: {
  label: string;
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
  const name = (text: ListedText) => {
    const found = nameOf(text, languages);
    return typeof found === "string" ? found : t(found);
  };
  const columns: TableColumn<ListedText>[] = [
    {
      id: "name",
      title: t`Name`,
      value: name,
      cell: (text) => <span className="font-semibold">{name(text)}</span>,
    },
    {
      id: "url",
      title: t`URL`,
      value: ({ kind }) => pageOf(kind),
      cell: ({ kind }) => <span className="text-muted">{pageOf(kind)}</span>,
      card: "line",
    },
    {
      id: "publishedAt",
      title: t`Published`,
      value: ({ published }) => published?.at,
      cell: ({ published }) =>
        published && <span className="tabular text-muted">{formatMomentDay(published.at)}</span>,
      card: "line",
      isLabelled: true,
    },
    {
      id: "state",
      title: t`State`,
      cell: (text) => {
        const missing = languages.filter((language) => !(language in text.titles));
        return (
          <span className="flex flex-wrap gap-2 lg:justify-end">
            {missing.length > 0 && <Badge>{t`not in ${{ languages: missing.join(", ") }}`}</Badge>}
            {text.waits && (
              <Badge look="good">
                <Trans>Draft</Trans>
              </Badge>
            )}
          </span>
        );
      },
      align: "end",
      card: "right",
    },
  ];
  return (
    <DataTable
      label={label}
      rows={texts}
      columns={columns}
      isShort
      rowId={({ kind }) => kind}
      to={({ kind }) => adminPath.text(kind)}
    />
  );
}
