import { Trans, useLingui } from "@lingui/react/macro";
import type { FormEvent, ReactNode } from "react";
import { Panel } from "@/components/console/panel";
import { Button } from "@/components/ui/button";
import { FormProblem } from "@/components/ui/form-problem";
import { useMe } from "@/features/console/shared/session";
import { formatMoment } from "@/lib/format";
import type { Settings } from "../api";
import type { SectionState } from "../use-section";

interface Props<T> {
  /** Its place on the page, and the server's name of the section. */
  id: string;
  title: string;
  description?: ReactNode;
  settings: Settings;
  section: SectionState<T>;
  children: ReactNode;
  /** Beside the button. */
  more?: ReactNode;
}

/** One section: its fields, who changed it last, and its own button. Managers read it. */
export function SectionForm<T>({ id, title, description, settings, section, children, more }: Props<T>) {
  const { t } = useLingui();
  const mayChange = useMe().admin.role === "owner";
  const last = settings.lastChanges.find((change) => change.section === id);
  function submit(event: FormEvent) {
    event.preventDefault();
    section.save();
  }
  return (
    <div id={id} className="scroll-mt-24">
      <Panel title={title} description={description}>
        <form noValidate onSubmit={submit}>
          <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
            {children}
          </fieldset>
          <div className="mt-5 grid gap-2">
            <FormProblem text={section.failure} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              {mayChange && (
                <Button type="submit" disabled={section.isSame || section.isPending}>
                  {section.isPending ? t`Saving…` : t`Save`}
                </Button>
              )}
              {section.isOutrun && (
                <Button look="quiet" onClick={section.reload}>
                  <Trans>Show what is stored now</Trans>
                </Button>
              )}
              {more}
              {last && (
                <p className="text-sm text-muted">
                  {t`Last changed by ${{ who: last.by ?? t`the operator` }}, ${{ moment: formatMoment(last.at) }}`}
                </p>
              )}
            </div>
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
