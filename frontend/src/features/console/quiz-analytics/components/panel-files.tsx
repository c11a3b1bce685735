import { fileAddress } from "../rules/bars";
import { FileMenu } from "./file-menu";
import { useLookedAt } from "./looked-at";

interface Props {
  table: string;
  label: string;
  /** What else the figure is asked by. */
  more?: Record<string, string>;
}

/** The files of one panel's table; nothing where figures are only read. */
export function PanelFiles({ table, label, more = {} }: Props) {
  const lookedAt = useLookedAt();
  if (!lookedAt) return null;
  const further = new URLSearchParams(more).toString();
  const address = (form: string) => fileAddress(lookedAt.view, table, form) + (further ? `&${further}` : "");
  return <FileMenu label={label} groups={[{ title: "", address }]} />;
}
