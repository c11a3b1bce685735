import { Trans, useLingui } from "@lingui/react/macro";
import { useParams } from "react-router";
import { paths } from "@/config/paths";
import { ItemPage } from "@/features/console/shared/catalog-draft/item-page";
import { CarForm } from "./components/car-form";

/** One car of the catalogue: texts, specification, prices, photographs. */
export function Component() {
  const { t } = useLingui();
  const { slug = "" } = useParams();
  return (
    <ItemPage
      part="cars"
      code={slug}
      kind={t`Car`}
      listUrl={paths.admin.catalog}
      listName={<Trans>All cars</Trans>}
      missing={t`This car is not in the catalogue`}
      removal={<Trans>Visitors see it until you publish. Its bookings and vehicles don't change.</Trans>}
    >
      {(draft) => <CarForm key={slug} slug={slug} draft={draft} />}
    </ItemPage>
  );
}
