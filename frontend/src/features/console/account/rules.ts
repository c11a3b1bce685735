import { t } from "@lingui/core/macro";

/* eslint-disable lingui/no-unlocalized-strings -- names of products */
const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];
/* eslint-enable lingui/no-unlocalized-strings */

function first(list: [RegExp, string][], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** What a browser's own description comes down to, such as Firefox on Windows. */
export function browserName(userAgent: string): string {
  const browser = first(browsers, userAgent) ?? t`Unknown browser`;
  const system = first(systems, userAgent);
  return system ? t`${browser} on ${system}` : browser;
}

export function isPhone(userAgent: string): boolean {
  return /iPhone|iPad|Android/.test(userAgent);
}
