import { Trans, useLingui } from "@lingui/react/macro";
import { Panel } from "@/components/console/panel";
import type { Brand, Layout } from "../api";
import { faceNames } from "../rules";
import type { BrandState } from "../use-brand";

/** The alphabets of our companies: each face has all of them. */
// eslint-disable-next-line lingui/no-unlocalized-strings -- letters, not words
const letters = "Aa Бб აბგ 123";

interface Props {
  faces: Brand["faces"];
  /** Whose own headings are shown. */
  layout: Layout;
  form: BrandState["form"];
}

/** What pages are set in; each choice is its own sample. */
export function Faces({ faces, layout, form }: Props) {
  const { t } = useLingui();
  return (
    <Panel title={t`Type`} description={<Trans>Emails and documents keep theirs.</Trans>}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t`Type`}</legend>
        {faces.map(({ name, variables }) => (
          <label
            key={name}
            className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-pine has-checked:bg-sky"
          >
            <input
              type="radio"
              name="face"
              className="size-5 shrink-0 accent-pine"
              checked={form.values.face === name}
              onChange={() => form.set("face", name)}
            />
            <span className="grid min-w-0 gap-0.5">
              <span
                className="text-lg font-bold"
                style={{
                  fontFamily: variables["face-headings"]?.replace("face-display", `face-${layout}`),
                }}
              >
                {t(faceNames[name])}
              </span>
              <span className="text-sm text-slate" style={{ fontFamily: variables["face-text"] }}>
                {letters}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
