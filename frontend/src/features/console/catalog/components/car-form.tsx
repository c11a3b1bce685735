import { SaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import type { useDraftItem } from "@/features/console/shared/catalog-draft/use-draft-item";
import { type Car, filled, type PanelProps } from "../rules";
import { PicturesPanel } from "./pictures-panel";
import { RatesPanel } from "./rates-panel";
import { ShownPanel } from "./shown-panel";
import { SpecificationPanel } from "./specification-panel";
import { TextsPanel } from "./texts-panel";

interface Props {
  item: ReturnType<typeof useDraftItem<"cars">>;
  car: Car;
}

export function CarForm({ item, car }: Props) {
  const panel: PanelProps = { car, change: item.change, errors: item.errors };
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void item.save({ specs: filled(car.specs) });
      }}
    >
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <RatesPanel {...panel} />
          <ShownPanel {...panel} />
          <PicturesPanel {...panel} />
        </div>
        <div className="grid gap-4">
          <TextsPanel {...panel} />
          <SpecificationPanel {...panel} />
        </div>
      </div>
      <SaveBar item={item} />
    </form>
  );
}
