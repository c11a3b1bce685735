import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, ExternalLink } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { Badge } from "@/components/console/badge";
import { Button, buttonClass, useAccess } from "@/components/ui/button";
import { languageName } from "@/lib/i18n";
import type { CompanyLanguages, LanguageState } from "../company-languages";
import { isFirstFixed, moved, pathOf } from "../rules";
import { WrittenTexts } from "./written";

interface Props {
  state: LanguageState;
  company: CompanyLanguages;
  onSpeak: (speaks: boolean) => void;
  onMove: (by: -1 | 1) => void;
}

/** One language: whether it is enabled, its position, and its translation progress. */
export function LanguageRow({ state, company, onSpeak, onMove }: Props) {
  const { t } = useLingui();
  const access = useAccess();
  const { language } = state;
  const { languages, documents } = company;
  const name = languageName(language);
  const address = pathOf(language, languages);
  const isOffered = languages.includes(language);
  const isFirst = language === languages[0];
  const stays = isFirst && isFirstFixed(company);
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="mr-auto flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span lang={language} className="font-semibold">
            {name}
          </span>
          {isOffered && <span className="tabular text-sm text-slate">{address}</span>}
          {isFirst && (
            <Badge look="good">
              <Trans context="the company's first language">First</Trans>
            </Badge>
          )}
        </p>
        {!isFirst && (
          <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-pine"
              checked={isOffered}
              {...access}
              aria-label={t`${name} on your site`}
              onChange={(event) => onSpeak(event.target.checked)}
            />
            <Trans>On your site</Trans>
          </label>
        )}
      </div>
      {stays ? (
        <p className="max-w-2xl text-sm text-slate">
          <Trans>
            Your cars, insurance and quiz are written in this language, so it stays first. It's used when
            another language lacks a text.
          </Trans>
        </p>
      ) : (
        <WrittenTexts state={state} documents={documents} />
      )}
      {isOffered && (
        <div className="mt-1 flex flex-wrap items-center gap-2">
          {!stays && <Places name={name} language={language} company={company} onMove={onMove} />}
          <a
            href={address}
            target="_blank"
            rel="noreferrer"
            className={buttonClass("quiet", "min-h-11 gap-2")}
            aria-label={t`View site in ${name} (opens in a new tab)`}
          >
            <Trans>View site</Trans> <ExternalLink aria-hidden size={16} />
          </a>
        </div>
      )}
    </li>
  );
}

interface PlacesProps extends Pick<Props, "company" | "onMove"> {
  name: string;
  language: string;
}

/** Two buttons that move a language. The pressed one keeps the focus when its row moves. */
function Places({ name, language, company, onMove }: PlacesProps) {
  const { t } = useLingui();
  const pressed = useRef<HTMLButtonElement | null>(null);
  const place = company.languages.indexOf(language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moved is what takes the focus away
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);
  const button = (by: -1 | 1, label: string) => {
    const blocked = moved(company, language, by) === null;
    return (
      <Button
        look="quiet"
        className="size-11 px-0 aria-disabled:opacity-40"
        // Not disabled: at either end the button keeps the focus.
        aria-disabled={blocked}
        aria-label={label}
        onClick={(event) => {
          if (blocked) return;
          pressed.current = event.currentTarget;
          onMove(by);
        }}
      >
        {by < 0 ? <ArrowUp aria-hidden size={18} /> : <ArrowDown aria-hidden size={18} />}
      </Button>
    );
  };
  return (
    <>
      {button(-1, t`Move ${name} up`)}
      {button(1, t`Move ${name} down`)}
    </>
  );
}
