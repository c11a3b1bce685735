import { cva, type VariantProps } from "class-variance-authority";
import type { ButtonHTMLAttributes } from "react";
import { cn } from "@/lib/cn";

const variants = cva(
  [
    "inline-flex min-h-12 items-center justify-center gap-2 rounded-xl px-5 font-semibold transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-60",
  ],
  {
    variants: {
      look: {
        primary: "bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong",
        quiet: "border border-line bg-panel text-ink hover:bg-stone",
        risky: "border border-line bg-panel text-danger hover:bg-stone",
        danger: "bg-danger text-on-danger hover:opacity-90",
        plain: "text-pine underline-offset-4 hover:underline",
      },
    },
    defaultVariants: { look: "primary" },
  },
);

type Look = NonNullable<VariantProps<typeof variants>["look"]>;

/** The classes of a button, for links and triggers that look like one; `extra` wins over what they set. */
export function buttonClass(look?: Look, extra?: string): string {
  return cn(variants({ look }), extra);
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
}

export function Button({ look = "primary", className, type = "button", ...rest }: Props) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}
