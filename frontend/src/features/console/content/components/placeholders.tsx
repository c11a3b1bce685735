import { Trans, useLingui } from "@lingui/react/macro";
import { toast } from "@/components/ui/toast";
import type { Placeholder } from "../api";

/** What a text may name instead of a figure that changes: a press copies it. */
export function Placeholders({ placeholders }: { placeholders: readonly Placeholder[] }) {
  const { t } = useLingui();
  async function copy(name: string) {
    await navigator.clipboard.writeText(`{{${name}}}`);
    toast({ title: t`Copied: paste it into a text` });
  }
  return (
    <details className="rounded-card border border-line bg-panel p-4">
      <summary className="min-h-8 cursor-pointer font-bold">
        <Trans>Placeholders</Trans>
      </summary>
      <p className="text-sm text-slate">
        <Trans>
          They stay true when your prices change. A sentence whose placeholder has no value is left out.
        </Trans>
      </p>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {placeholders.map(({ name, value }) => (
          <li key={name}>
            <button
              type="button"
              className="flex min-h-11 w-full items-center gap-2 text-left text-sm hover:bg-stone"
              onClick={() => void copy(name)}
            >
              <code className="break-all">{`{{${name}}}`}</code>
              <span className="ml-auto text-right text-muted">
                {value === "" ? t`holds` : (value ?? t`no value`)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
