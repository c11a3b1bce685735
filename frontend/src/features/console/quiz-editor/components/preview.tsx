import { Trans } from "@lingui/react/macro";
import { paths } from "@/config/paths";
import { prefixOf } from "@/lib/languages";

interface Props {
  label: string;
  language: string;
  isFirst: boolean;
  /** Of the draft that is shown: another one is loaded again. */
  revision: number;
  isReady: boolean;
}

/** The quiz as a visitor's phone shows it: the page itself, which sends nothing. */
export function Preview({ label, language, isFirst, revision, isReady }: Props) {
  const address = `${isFirst ? "" : prefixOf(language)}${paths.quiz}?preview=draft&revision=${revision}`;
  return (
    <section className="rounded-card border border-line bg-panel p-4 lg:col-start-2 2xl:sticky 2xl:top-24 2xl:col-start-3">
      <h2 className="font-bold">{label}</h2>
      {isReady ? (
        <iframe
          key={address}
          title={label}
          src={address}
          className="mx-auto mt-3 block h-[42rem] w-full max-w-[22rem] rounded-[2rem] border-8 border-ink bg-snow"
        />
      ) : (
        <p className="mt-2 text-sm text-slate">
          <Trans>Save the draft to see it as a visitor does. Nothing of a preview is recorded.</Trans>
        </p>
      )}
    </section>
  );
}
