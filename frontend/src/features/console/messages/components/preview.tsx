import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { sentenceOf } from "@/lib/errors";
import { type Occasion, previewQuery, type TextBody } from "../api";
import { inTheme } from "../rules";

interface Props {
  occasion: Occasion;
  language: string;
  text: TextBody;
}

const pauseMilliseconds = 500;

/** The message as a customer sees it: on a computer or a phone, light or dark. */
export function Preview({ occasion, language, text }: Props) {
  const { t } = useLingui();
  const [debounced, setDebounced] = useState(text);
  const [isPhone, setPhone] = useState(false);
  const [isDark, setDark] = useState(false);
  const typed = JSON.stringify(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(typed) as TextBody), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error } = useQuery(previewQuery(occasion, language, debounced));
  return (
    <section
      className="rounded-card border border-line bg-panel p-5 xl:sticky xl:top-4"
      aria-label={t`Preview`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-bold">
          <Trans>Preview</Trans>
        </h2>
        <div className="flex flex-wrap gap-1">
          <Toggle isOn={!isPhone} label={t`Computer`} onPress={() => setPhone(false)} />
          <Toggle isOn={isPhone} label={t`Phone`} onPress={() => setPhone(true)} />
          <Toggle isOn={isDark} label={t`Dark`} onPress={() => setDark((before) => !before)} />
        </div>
      </div>
      {error ? (
        <p role="alert" className="mt-3 text-sm font-medium text-danger">
          {sentenceOf(error)}
        </p>
      ) : (
        <p className="mt-3 truncate text-sm" lang={language}>
          <span className="text-muted">{t`Subject`}: </span>
          <strong>{data?.subject}</strong>
        </p>
      )}
      <div className="mt-3 overflow-hidden rounded-xl border border-line bg-stone">
        {data && (
          <iframe
            title={t`Preview`}
            // No script, no form, no page of ours: only what a mail program would draw.
            sandbox=""
            srcDoc={inTheme(data.html, isDark)}
            className={clsx("mx-auto block h-[46rem] max-w-full border-0", isPhone ? "w-[390px]" : "w-full")}
          />
        )}
      </div>
    </section>
  );
}

interface ToggleProps {
  isOn: boolean;
  label: string;
  onPress: () => void;
}

function Toggle({ isOn, label, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="min-h-11 rounded-xl px-3 text-sm font-semibold text-slate hover:bg-stone aria-pressed:bg-stone aria-pressed:text-ink"
    >
      {label}
    </button>
  );
}
