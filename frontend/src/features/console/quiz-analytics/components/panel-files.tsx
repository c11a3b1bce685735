import { fileUrl } from "../rules/bars";
import { FileMenu } from "./file-menu";
import { useViewContext } from "./view-context";

interface Props {
  table: string;
  label: string;
  /** What else the figure is asked by. */
  more?: Record<string, string>;
}

/** The files of one panel's table; nothing where figures are only read. */
export function PanelFiles({ table, label, more = {} }: Props) {
  const context = useViewContext();
  if (!context) return null;
  const extraParams = new URLSearchParams(more).toString();
  const address = (form: string) =>
    fileUrl(context.view, table, form) + (extraParams ? `&${extraParams}` : "");
  return <FileMenu label={label} groups={[{ title: "", address }]} />;
}
