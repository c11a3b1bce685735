import { clsx } from "clsx";
import type { ButtonHTMLAttributes } from "react";
import { type Access, useAccess } from "./access";

type Look = "primary" | "quiet" | "risky" | "danger" | "plain";

/** The classes of a button, for links and triggers that look like one; any utility in `extra` wins over them. */
export function buttonClass(look: Look = "primary", extra?: string): string {
  return clsx("button", `button-${look}`, extra);
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** A button counts as one that changes something unless it says otherwise. */
  access?: Access;
}

export function Button({ look = "primary", access, className, type = "button", ...rest }: Props) {
  return <button type={type} className={buttonClass(look, className)} {...rest} {...useAccess(access)} />;
}
