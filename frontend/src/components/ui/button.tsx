import { clsx } from "clsx";
import { type ButtonHTMLAttributes, createContext, type Ref, useContext, useState } from "react";

/** What a control does: shows something, changes a draft that others publish, or changes what counts. */
export type Access = "read" | "draft" | "write";

/** Why a control can't be used, or undefined. Null, as outside support access: everything can be used. */
export const AccessContext = createContext<((access: Access) => string | undefined) | null>(null);

/** Props that disable a control and say why, where the session lacks this access; otherwise none. */
export function useAccess(access: Access = "write"): { disabled?: true; title?: string } {
  const refusal = useContext(AccessContext)?.(access);
  return refusal ? { disabled: true, title: refusal } : {};
}

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
