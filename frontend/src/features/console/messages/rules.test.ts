import { expect, test } from "vitest";
import { inserted, inTheme, settingsWith, unknownIn } from "./rules";

test("a placeholder takes the place of what is selected", () => {
  expect(inserted("Hello you!", "{name}", 6, 9)).toEqual({ text: "Hello {name}!", at: 12 });
});

test("unknown placeholders are reported verbatim", () => {
  expect(unknownIn("{name} {Name} {} {name", ["name"])).toEqual(["{Name}", "{}", "{"]);
  expect(unknownIn("{name}, no braces", ["name"])).toEqual([]);
});

test("a theme is chosen by what the message says of it", () => {
  const html = "<style>@media (prefers-color-scheme: dark) {}</style>";
  expect(inTheme(html, true)).toBe("<style>@media all {}</style>");
  expect(inTheme(html, false)).toBe("<style>@media print {}</style>");
});

test("settings keep what is not changed", () => {
  const settings = { reminderHour: 9, thanksDays: 2, reviewUrl: "", hasEventsSecret: true, revision: 4 };
  expect(settingsWith(settings, ["thanks"], { thanksDays: 3 })).toEqual({
    reminderHour: 9,
    thanksDays: 3,
    reviewUrl: "",
    revision: 4,
    switchedOff: ["thanks"],
  });
});
