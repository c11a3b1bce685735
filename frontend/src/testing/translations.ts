import { i18n } from "@lingui/core";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";

/** A text as written in the code, with its context where it has one. */
type Text = string | readonly [message: string, context: string];

/** Gives a language texts of a test, beside those of its catalogues. */
export function translate(language: string, texts: readonly (readonly [Text, string])[]): void {
  const named = texts.map(([text, translation]) => {
    const [message, context] = typeof text === "string" ? [text] : text;
    return [generateMessageId(message, context), translation];
  });
  i18n.load(language, Object.fromEntries(named));
}
