import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronsUpDown, CircleHelp, LogOut, Moon, Settings, Sun } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useNavigate } from "react-router";
import { MenuContent, menuItemClass } from "@/components/console/menu";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { useRoleNames } from "@/features/console/shared/roles";
import type { Me } from "@/features/console/shared/session";
import { api } from "@/lib/api";
import { LanguageItems } from "./language-items";

interface Props {
  admin: Me["admin"];
  theme: "light" | "dark";
  onTheme: (theme: "light" | "dark") => void;
  compact?: boolean;
}

/** Who is signed in, their account, light or dark, and the way out. */
export function UserMenu({ admin, theme, onTheme, compact = false }: Props) {
  const { t } = useLingui();
  const { nameOf } = useRoleNames();
  const navigate = useNavigate();
  const client = useQueryClient();
  const other = theme === "dark" ? "light" : "dark";

  async function signOut() {
    try {
      if (admin.support) await api.DELETE("/api/admin/support-session");
      else await api.POST("/api/admin/logout");
    } catch {
      toast({
        title: t`Couldn't sign out`,
        description: t`Couldn't reach the server. Try again.`,
        kind: "destructive",
      });
      return;
    }
    client.clear();
    navigate(admin.support ? paths.admin.support : paths.admin.signIn);
  }

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={t`Account of ${{ name: admin.name || admin.email }}`}
        className="flex min-h-11 min-w-0 items-center gap-3 rounded-xl px-2 text-left hover:bg-stone"
      >
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-full bg-pine text-xs font-bold text-on-pine"
        >
          {initials(admin.name || admin.email)}
        </span>
        {!compact && (
          <>
            <span className="min-w-0 grow">
              <span className="block truncate text-sm font-semibold">{admin.name || admin.email}</span>
              <span className="block truncate text-xs text-muted">{nameOf(admin)}</span>
            </span>
            <ChevronsUpDown aria-hidden size={16} className="shrink-0 text-muted" />
          </>
        )}
      </DropdownMenu.Trigger>
      <MenuContent align={compact ? "end" : "start"} sideOffset={8} className="w-60">
        <DropdownMenu.Label className="truncate px-3 py-2 text-xs text-muted">
          {admin.email}
        </DropdownMenu.Label>
        {!admin.support && (
          <DropdownMenu.Item className={menuItemClass} onSelect={() => navigate(paths.admin.account)}>
            <Settings aria-hidden size={18} />
            <Trans>Account settings</Trans>
          </DropdownMenu.Item>
        )}
        <DropdownMenu.Item className={menuItemClass} onSelect={() => navigate(paths.admin.help)}>
          <CircleHelp aria-hidden size={18} />
          <Trans>Help</Trans>
        </DropdownMenu.Item>
        <DropdownMenu.Item className={menuItemClass} onSelect={() => onTheme(other)}>
          {theme === "dark" ? <Sun aria-hidden size={18} /> : <Moon aria-hidden size={18} />}
          {theme === "dark" ? <Trans>Switch to light mode</Trans> : <Trans>Switch to dark mode</Trans>}
        </DropdownMenu.Item>
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <LanguageItems />
        <DropdownMenu.Separator className="my-1.5 h-px bg-line" />
        <DropdownMenu.Item className={menuItemClass} onSelect={signOut}>
          <LogOut aria-hidden size={18} />
          {admin.support ? <Trans>End support access</Trans> : <Trans>Sign out</Trans>}
        </DropdownMenu.Item>
      </MenuContent>
    </DropdownMenu.Root>
  );
}

/** One or two letters for a name or an email address. */
function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
}
