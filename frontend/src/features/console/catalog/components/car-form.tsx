import { useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import type { Draft } from "@/features/console/shared/catalog-draft/api";
import { DraftSaveBar } from "@/features/console/shared/catalog-draft/save-bar";
import { TextFields } from "@/features/console/shared/catalog-draft/text-fields";
import { useCatalogForm } from "@/features/console/shared/catalog-draft/use-catalog-form";
import { PicturesPanel } from "./pictures-panel";
import { RatesPanel } from "./rates-panel";
import { ShownPanel } from "./shown-panel";
import { SpecificationPanel } from "./specification-panel";

export function CarForm({ slug, draft }: { slug: string; draft: Draft }) {
  const { t } = useLingui();
  const form = useCatalogForm("cars", slug, draft);
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.onSubmit}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="grid gap-4">
          <RatesPanel form={form} />
          <ShownPanel form={form} />
          <PicturesPanel form={form} />
        </div>
        <div className="grid gap-4">
          <Panel title={t`Texts`}>
            <TextFields
              form={form}
              texts={[
                { field: "title", label: t`Title` },
                { field: "description", label: t`Description`, kind: "text" },
                { field: "specs", label: t`Short facts`, kind: "lines" },
              ]}
            />
          </Panel>
          <SpecificationPanel form={form} />
        </div>
      </div>
      <DraftSaveBar form={form} />
    </form>
  );
}
