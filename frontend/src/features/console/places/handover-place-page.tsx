import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { adminPath } from "@/config/admin-path";
import { draftQuery, entriesOf } from "@/features/console/shared/catalog-draft/api";
import { ItemPage } from "@/features/console/shared/catalog-draft/item-page";
import { HandoverPlaceForm } from "./components/handover-place-form";

/** Where exactly cars are handed over: what customers read of it, what it costs, when it is open. */
export function Component() {
  const { t } = useLingui();
  const { code: location = "", place = "" } = useParams();
  const { data } = useQuery(draftQuery);
  const city = data && entriesOf(data, "locations").find((each) => each.key === location);
  return (
    <ItemPage
      part="handoverPlaces"
      code={place}
      kind={t`Handover place`}
      listUrl={adminPath.catalogPlace(location)}
      listName={city?.label ?? location}
      missing={t`This place is not in the catalogue`}
      removal={<Trans>Visitors see it until you publish. Existing bookings keep it.</Trans>}
    >
      {(draft) => <HandoverPlaceForm key={place} code={place} draft={draft} />}
    </ItemPage>
  );
}
