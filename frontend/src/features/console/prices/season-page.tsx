import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { paths } from "@/config/paths";
import { ItemPage } from "@/features/console/shared/catalog-draft/item-page";
import { SeasonForm } from "./components/season-form";

/** One season: its days, and what cars cost on them. */
export function Component() {
  const { t } = useLingui();
  const { code = "" } = useParams();
  return (
    <ItemPage
      part="seasons"
      code={code}
      kind={t`Season`}
      listUrl={paths.admin.catalogSeasons}
      listName={<Trans>All seasons</Trans>}
      missing={t`This season is not in the catalogue`}
      removal={<Trans>Its prices hold until you publish. Bookings keep the price they have.</Trans>}
    >
      {(draft) => <SeasonForm key={code} code={code} draft={draft} />}
    </ItemPage>
  );
}
