import { i18n, type Messages } from "@lingui/core";
import { beginWith, changeLanguage, loadCatalogues, productLanguages } from "@/lib/i18n";
import { localStore } from "@/lib/storage";

const files = import.meta.glob<{ messages: Messages }>("../../locales/*/sign-up.po");
const key = "sign_up_language";

async function load(language: string): Promise<void> {
  const file = await files[`../../locales/${language}/sign-up.po`]?.();
  if (file) i18n.load(language, file.messages);
}

/** Begins in the language of the link that was opened, else the one chosen here, else the browser's. */
export async function beginTexts(): Promise<void> {
  const wanted = [
    new URLSearchParams(window.location.search).get("lang"),
    localStore.get(key),
    ...navigator.languages.map((tag) => tag.split("-")[0] ?? ""),
  ];
  const language = wanted.find((each) => each && productLanguages.includes(each)) ?? "en";
  beginWith(language);
  document.documentElement.lang = language;
  await Promise.all([load(language), loadCatalogues("site")]);
}

/** Shows the page in another language from now on. */
export async function chooseLanguage(language: string): Promise<void> {
  await load(language);
  await changeLanguage(language);
  localStore.set(key, language);
}
