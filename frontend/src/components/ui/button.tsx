import { clsx } from "clsx";
import { type ButtonHTMLAttributes, type Ref, useState } from "react";
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
  ref?: Ref<HTMLButtonElement>;
}

/** Keeps the focus when it is disabled, as while it sends: the browser would take it, and Escape and Tab with it. */
export function Button({ look = "primary", access, className, type = "button", onClick, ...rest }: Props) {
  const [hasFocus, setFocus] = useState(false);
  const { disabled, ...shown } = { ...rest, ...useAccess(access) };
  return (
    <button
      type={type}
      className={buttonClass(look, className)}
      {...(disabled && hasFocus && { "aria-disabled": true })}
      {...shown}
      disabled={disabled && !hasFocus}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    />
  );
}
