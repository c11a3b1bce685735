import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { paths } from "@/config/paths";
import { ItemPage } from "@/features/console/shared/catalog-draft/item-page";
import { PlaceForm } from "./components/place-form";

/** One place: where it is, when it is open, what it costs to meet outside its hours. */
export function Component() {
  const { t } = useLingui();
  const { code = "" } = useParams();
  return (
    <ItemPage
      part="locations"
      code={code}
      kind={t`Place`}
      listUrl={paths.admin.catalogPlaces}
      listName={<Trans>All places</Trans>}
      missing={t`This place is not in the catalogue`}
      removal={<Trans>Visitors see it until you publish. Existing bookings keep it.</Trans>}
    >
      {(draft) => <PlaceForm key={code} code={code} draft={draft} />}
    </ItemPage>
  );
}
