import { clsx } from "clsx";
import { DropdownMenu } from "radix-ui";
import type { ComponentProps } from "react";

export const menuItemClass =
  "flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 text-sm outline-none data-highlighted:bg-stone";

/** A menu's panel, above dialogs. Where its items are taller than the screen, it scrolls. */
export function MenuContent({ className, ...rest }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        {...rest}
        className={clsx(
          "z-60 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-2xl border",
          "border-line bg-panel p-2 text-ink shadow-card",
          className,
        )}
      />
    </DropdownMenu.Portal>
  );
}
