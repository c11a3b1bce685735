import { fileAddress } from "./figure-address";
import { FileMenu } from "./file-menu";
import { useLookedAt } from "./looked-at";

/** The files of one panel's table; nothing where figures are only read. */
export function PanelFiles({ table, label }: { table: string; label: string }) {
  const lookedAt = useLookedAt();
  if (!lookedAt) return null;
  const address = (form: string) => fileAddress(lookedAt.view, table, form);
  return <FileMenu label={label} groups={[{ title: "", address }]} />;
}
