import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { saveCsv } from "@/components/tables/columns";
import { buttonClass } from "@/components/ui/button";

interface Props {
  label: string;
  /** The name of the file, without its ending. */
  file: string;
  disabled?: boolean;
  cells: () => readonly (readonly (string | number)[])[];
}

/** What is shown, as a CSV file with the names that are shown. */
export function CsvButton({ label, file, disabled = false, cells }: Props) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-label={t`Download CSV: ${label}`}
      title={t`Download CSV: ${label}`}
      disabled={disabled}
      onClick={() => void saveCsv(file, cells())}
      className={buttonClass("quiet", "size-11 shrink-0 p-0")}
    >
      <Download aria-hidden size={16} />
    </button>
  );
}
