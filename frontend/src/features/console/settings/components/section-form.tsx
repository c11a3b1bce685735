import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { Panel } from "@/components/console/panel";
import { SaveBar } from "@/components/forms/save-bar";
import type { VersionedForm } from "@/components/forms/use-versioned-form";
import { useMay } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import type { Settings } from "../api";

interface Props<T extends FieldValues> {
  /** Its place on the page, and the server's name of the section. */
  id: string;
  title: string;
  description?: ReactNode;
  settings: Settings;
  form: VersionedForm<T>;
  children: ReactNode;
  /** Beside the button. */
  more?: ReactNode;
}

/** One section: its fields, who changed it last, and its own button. Managers read it. */
export function SectionForm<T extends FieldValues>({
  id,
  title,
  description,
  settings,
  form,
  children,
  more,
}: Props<T>) {
  const { t } = useLingui();
  const mayChange = useMay()("company");
  const last = settings.lastChanges.find((change) => change.section === id);
  return (
    <div id={id} className="scroll-mt-24">
      <Panel title={title} description={description}>
        <form noValidate onSubmit={form.onSubmit}>
          <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
            {children}
          </fieldset>
          <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
            {mayChange && <SaveBar form={form} />}
            {more}
            {last && (
              <p className="text-sm text-muted">
                {t`Last changed by ${{ who: last.by ?? t`the operator` }}, ${{ moment: formatMoment(last.at) }}`}
              </p>
            )}
          </div>
        </form>
      </Panel>
    </div>
  );
}

/** Takes both columns of a section. */
export function Wide({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 sm:col-span-2">{children}</div>;
}
