import { Trans, useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Panel } from "@/components/console/panel";
import { WithAccess } from "@/components/console/with-access";
import { buttonClass } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { CatalogFrame } from "@/features/console/shared/catalog-draft/catalog-frame";
import { ImportPanel } from "./components/import-panel";
import { type Source, tableLabels, tables } from "./tables";

/** The catalogue as files, and files into the draft. */
export function Component() {
  const { t } = useLingui();
  const [source, setSource] = useState<Source>("live");
  return (
    <CatalogFrame
      title={t`Catalogue as files`}
      description={<Trans>Edit a file elsewhere and import it into the draft.</Trans>}
    >
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <WithAccess>
          <Panel title={t`Download`}>
            <div className="flex flex-col gap-4">
              <SelectField
                label={t`Version`}
                value={source}
                onChange={(event) => setSource(event.target.value as Source)}
              >
                <option value="live">{t`What visitors see`}</option>
                <option value="draft">{t`The draft`}</option>
              </SelectField>
              <a
                className={buttonClass("quiet", "self-start")}
                href={`/api/admin/catalog/export.yaml?source=${source}`}
                download
              >
                <Download aria-hidden size={18} /> <Trans>Full catalogue (YAML)</Trans>
              </a>
              <ul className="flex flex-wrap gap-2">
                {tables.map((table) => (
                  <li key={table}>
                    <a
                      className={buttonClass("quiet")}
                      href={`/api/admin/catalog/export/${table}?source=${source}`}
                      download
                    >
                      {t(tableLabels[table])}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          </Panel>
        </WithAccess>
        <ImportPanel />
      </div>
    </CatalogFrame>
  );
}
