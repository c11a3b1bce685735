import { Trans, useLingui } from "@lingui/react/macro";
import { EmptyState } from "@/components/ui/empty-state";
import { entriesOf } from "@/features/console/shared/catalog-draft/api";
import { DraftPage } from "@/features/console/shared/catalog-draft/catalog-frame";
import { AddCarDialog } from "./components/add-car-dialog";
import { CarList } from "./components/car-list";

/** Every car that the company rents out, as the draft has it. */
export function Component() {
  const { t } = useLingui();
  return (
    <DraftPage
      title={t`Catalogue`}
      description={<Trans>Changes are saved as a draft. Visitors see them once you publish.</Trans>}
      add={{
        label: <Trans>Add a car</Trans>,
        dialog: (onClose) => <AddCarDialog onClose={onClose} />,
      }}
      empty={(draft) =>
        entriesOf(draft, "cars").length === 0 && (
          <EmptyState title={t`No cars yet`}>
            <Trans>Add the cars you rent out, with a daily rate and a photo.</Trans>
          </EmptyState>
        )
      }
    >
      {(draft) => <CarList cars={entriesOf(draft, "cars")} />}
    </DraftPage>
  );
}
