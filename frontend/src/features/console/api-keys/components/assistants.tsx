import { Trans, useLingui } from "@lingui/react/macro";
import { CopyField } from "@/components/console/copy-field";
import { Panel } from "@/components/console/panel";

/** Where assistants connect, with a key. */
export function Assistants() {
  const { t } = useLingui();
  return (
    <Panel
      title={t`Assistants`}
      description={
        <Trans>
          Assistants that support the Model Context Protocol (MCP) look up prices, bookings and reports with
          an API key. To let one create or change bookings, give its key the scope to write them.
        </Trans>
      }
    >
      <CopyField
        label={t`Server URL`}
        copyLabel={t`Copy server URL`}
        value={`${window.location.origin}/api/mcp`}
      />
    </Panel>
  );
}
