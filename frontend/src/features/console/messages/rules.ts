import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { MessageText, Occasion, Settings, SettingsBody, TextBody } from "./api";

const occasions: readonly Occasion[] = [
  "received",
  "confirmed",
  "agreement",
  "changed",
  "reminder",
  "thanks",
  "cancelled",
];

/** What a message is called, and when it is sent. */
export const occasionWords: Record<Occasion, { name: MessageDescriptor; when: MessageDescriptor }> = {
  received: { name: msg`Booking received`, when: msg`Immediately, when someone books on your site` },
  confirmed: { name: msg`Booking confirmed`, when: msg`When a booking is confirmed, with a calendar file` },
  agreement: {
    name: msg`Agreement to sign`,
    when: msg`When a colleague sends the link to sign the agreement`,
  },
  changed: { name: msg`Booking changed`, when: msg`When dates, car or price change` },
  reminder: { name: msg`Reminder`, when: msg`The day before the pickup` },
  thanks: { name: msg`Thanks and review`, when: msg`After the rental; customers can stop these` },
  cancelled: { name: msg`Booking cancelled`, when: msg`When a booking is cancelled` },
};

export const placeholderWords: Record<string, MessageDescriptor> = {
  name: msg`Customer's name`,
  company: msg`Your company`,
  reference: msg`Booking number`,
  car: msg`Car`,
  pickup_place: msg`Place of pickup`,
  pickup_time: msg`Time of pickup`,
  return_place: msg`Place of return`,
  return_time: msg`Time of return`,
  days: msg`Number of days`,
  total: msg`Total price`,
  phone: msg`Your phone`,
  email: msg`Your email`,
};

export type Field = keyof TextBody;

export function isOccasion(word: string | null): word is Occasion {
  return occasions.some((occasion) => occasion === word);
}

export function typedOf({ subject, heading, body, button }: MessageText): Required<TextBody> {
  return { subject, heading, body, button };
}

/** The text with the selection replaced, and the position of the cursor after it. */
export function inserted(
  text: string,
  what: string,
  start: number,
  end: number,
): { text: string; at: number } {
  return { text: text.slice(0, start) + what + text.slice(end), at: start + what.length };
}

/** Texts in braces that are no placeholder, each once: the server refuses them. */
export function unknownIn(text: string, placeholders: readonly string[]): string[] {
  const named = [...text.matchAll(/\{([^{}]*)\}/g)];
  const unknown = named.filter(([, name]) => !placeholders.includes(name ?? "")).map(([whole]) => whole);
  const braces = text.replace(/\{[^{}]*\}/g, "").match(/[{}]/g) ?? [];
  return [...new Set([...unknown, ...braces])];
}

/** The message as a mail program in a light or dark theme shows it, whatever this browser's theme is. */
export function inTheme(html: string, isDark: boolean): string {
  return html.replaceAll("(prefers-color-scheme: dark)", isDark ? "all" : "print");
}

/** The settings as the server takes them, with some of them changed. */
export function settingsWith(
  settings: Settings,
  switchedOff: Occasion[],
  changes: Partial<SettingsBody> = {},
): SettingsBody {
  const { reminderHour, thanksDays, reviewUrl, revision } = settings;
  return { reminderHour, thanksDays, reviewUrl, revision, switchedOff, ...changes };
}
