import type { Brand } from "../api";
import { useBrand } from "../use-brand";
import { Actions } from "./actions";
import { Faces } from "./faces";
import { Palette } from "./palette";
import { Pictures } from "./pictures";
import { Previews } from "./previews";
import { SchemeChoice } from "./scheme";

/** Colours, face and pictures at the left, what becomes of them at the right. */
export function Editor({ brand }: { brand: Brand }) {
  const state = useBrand(brand);
  const face = brand.faces.find(({ name }) => name === state.form.values.face);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Actions brand={brand} state={state} />
        <Palette state={state} />
        <Faces faces={brand.faces} form={state.form} />
        <SchemeChoice form={state.form} />
        <Pictures form={state.form} />
      </div>
      <div className="xl:sticky xl:top-6">
        {state.looked && (
          <Previews colors={state.form.values.colors} looked={state.looked} face={face?.variables ?? {}} />
        )}
      </div>
    </div>
  );
}
