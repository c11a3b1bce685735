import { clsx } from "clsx";
import type { ButtonHTMLAttributes } from "react";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong",
  quiet: "border border-line bg-panel text-ink hover:bg-stone",
  risky: "border border-line bg-panel text-danger hover:bg-stone",
  danger: "bg-danger text-on-danger hover:opacity-90",
  plain: "text-pine underline-offset-4 hover:underline",
};

export function buttonClass(look: keyof typeof looks = "primary", extra?: string): string {
  return clsx(
    "inline-flex min-h-12 items-center justify-center gap-2 rounded-xl px-5 font-semibold transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-60",
    looks[look],
    extra,
  );
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
}

export function Button({ look = "primary", className, type = "button", ...rest }: Props) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}
