import type { Brand } from "../api";
import { useBrand } from "../use-brand";
import { Actions } from "./actions";
import { Palette } from "./palette";
import { Previews } from "./previews";

/** Colours at the left, what becomes of them at the right. */
export function Editor({ brand }: { brand: Brand }) {
  const state = useBrand(brand);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid gap-4 xl:sticky xl:top-6">
        <Palette state={state} />
        <Actions brand={brand} state={state} />
      </div>
      {state.looked && <Previews colors={state.colors} looked={state.looked} />}
    </div>
  );
}
