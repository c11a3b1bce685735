import { Trans, useLingui } from "@lingui/react/macro";
import type { Brand } from "../api";
import { layouts, schemes } from "../rules";
import { useBrand } from "../use-brand";
import { Actions } from "./actions";
import { Choice } from "./choice";
import { Faces } from "./faces";
import { Palette } from "./palette";
import { Pictures } from "./pictures";
import { Previews } from "./previews";

/** Layout, colours, face and pictures at the left, what becomes of them at the right. */
export function Editor({ brand }: { brand: Brand }) {
  const { t } = useLingui();
  const state = useBrand(brand);
  const { layout, scheme } = state.form.values;
  const face = brand.faces.find(({ name }) => name === state.form.values.face);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Actions brand={brand} state={state} />
        <Choice
          name="layout"
          title={t`Layout`}
          description={
            <Trans>
              Each has its order of the home page's sections; an order set under Content comes first.
            </Trans>
          }
          options={layouts}
          chosen={layout}
          onChoose={(value) => state.form.set("layout", value)}
        />
        <Palette state={state} />
        <Faces faces={brand.faces} layout={layout} form={state.form} />
        <Choice
          name="scheme"
          title={t`Dark mode`}
          description={<Trans>Contrast is checked in both themes.</Trans>}
          options={schemes}
          chosen={scheme}
          onChoose={(value) => state.form.set("scheme", value)}
        />
        <Pictures form={state.form} />
      </div>
      <div className="xl:sticky xl:top-6">
        {state.looked && (
          <Previews
            colors={state.form.values.colors}
            looked={state.looked}
            face={face?.variables ?? {}}
            layout={layout}
          />
        )}
      </div>
    </div>
  );
}
