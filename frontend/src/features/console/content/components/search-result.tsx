import { Trans } from "@lingui/react/macro";
import { siteConfig } from "@/lib/site-config";

interface Props {
  title: string;
  description: string;
  path: string;
}

const maxTitleLength = 60;
const maxDescriptionLength = 155;
const cut = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;

/** Without the marks of what a company grants, {{noDeposit}}: they carry a sentence and are never shown. */
const withoutMarks = (text: string) =>
  text
    .replace(/\{\{\w+\}\}/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** How a page may look in a list of results. */
export function SearchResult({ title, description, path }: Props) {
  const host = siteConfig().contacts.publicOrigin.replace(/^https?:\/\//, "");
  return (
    <figure className="rounded-card border border-line bg-white p-4 text-[#202124]">
      <p className="text-xs text-[#4d5156]">
        {host}
        {path === "/" ? "" : path.replaceAll("/", " › ")}
      </p>
      <p className="mt-1 text-xl text-[#1a0dab]">{cut(withoutMarks(title), maxTitleLength)}</p>
      <p className="mt-1 text-sm text-[#4d5156]">{cut(withoutMarks(description), maxDescriptionLength)}</p>
      <figcaption className="mt-3 text-xs text-[#4d5156]">
        <Trans>How it may look in a list of results</Trans>
      </figcaption>
    </figure>
  );
}
