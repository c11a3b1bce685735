import type { ClassNames } from "react-day-picker";

const round =
  "grid size-11 place-items-center rounded-full hover:bg-stone disabled:text-muted disabled:opacity-40";

/** The look of the calendar, in the site's own tokens. */
export const classNames: Partial<ClassNames> = {
  months: "relative flex flex-col gap-8 sm:flex-row",
  nav: "absolute inset-x-0 top-0 flex justify-between",
  button_previous: round,
  button_next: round,
  chevron: "size-5 fill-current",
  month: "w-full",
  month_caption: "grid h-11 place-items-center font-bold capitalize",
  month_grid: "w-full border-collapse",
  weekday: "h-8 text-xs font-semibold text-muted",
  day: "p-0 text-center",
  day_button:
    "inline-flex h-12 w-full min-w-11 flex-col items-center justify-center gap-0.5 rounded-xl text-base font-semibold tabular hover:bg-sky disabled:pointer-events-none disabled:font-normal disabled:text-muted disabled:opacity-50",
  today: "[&>button]:ring-1 [&>button]:ring-edge [&>button]:ring-inset",
  range_start:
    "rounded-l-xl bg-sky [&>button]:bg-pine [&>button]:text-on-pine [&>button]:hover:bg-pine [&>button]:opacity-100",
  range_end: "rounded-r-xl bg-sky [&>button]:bg-pine [&>button]:text-on-pine [&>button]:hover:bg-pine",
  range_middle: "bg-sky [&>button]:rounded-none [&>button]:opacity-100",
};
