import { Trans, useLingui } from "@lingui/react/macro";
import { EllipsisVertical } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { MenuContent, menuItemClass } from "@/components/console/menu";
import type { User } from "@/features/console/shared/users";
import { api } from "@/lib/api";

interface Props {
  user: User;
  name: string;
  change: (run: () => Promise<unknown>, title: string) => Promise<unknown>;
  ask: (question: {
    title: string;
    description: string;
    confirm: string;
    run: () => Promise<unknown>;
  }) => void;
}

/** What is rarely done to an account, behind one button. */
export function UserActions({ user, name, change, ask }: Props) {
  const { t } = useLingui();
  const path = { params: { path: { user_id: user.id } } };
  const setDisabled = (disabled: boolean) => () =>
    api.PATCH("/api/admin/users/{user_id}", { ...path, body: { disabled } });

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={t`More for ${name}`}
        className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
      >
        <EllipsisVertical aria-hidden size={18} />
      </DropdownMenu.Trigger>
      <MenuContent className="w-60">
        {user.hasSecondFactor && (
          <DropdownMenu.Item
            className={menuItemClass}
            onSelect={() =>
              ask({
                title: t`Reset two-factor authentication for ${name}?`,
                description: t`They can sign in with their password alone until they set it up again. Verify their identity first.`,
                confirm: t`Reset`,
                run: () =>
                  change(
                    () => api.DELETE("/api/admin/users/{user_id}/second-factor", path),
                    t`Two-factor authentication is off for ${name}`,
                  ),
              })
            }
          >
            <Trans>Reset two-factor authentication</Trans>
          </DropdownMenu.Item>
        )}
        {user.disabled ? (
          <DropdownMenu.Item
            className={menuItemClass}
            onSelect={() => change(setDisabled(false), t`${name} can sign in again`)}
          >
            <Trans>Restore access</Trans>
          </DropdownMenu.Item>
        ) : (
          <DropdownMenu.Item
            className={menuItemClass}
            onSelect={() =>
              ask({
                title: t`Remove access for ${name}?`,
                description: t`They're signed out everywhere immediately. Their activity stays in the audit log.`,
                confirm: t`Remove access`,
                run: () => change(setDisabled(true), t`${name} can no longer sign in`),
              })
            }
          >
            <Trans>Remove access</Trans>
          </DropdownMenu.Item>
        )}
      </MenuContent>
    </DropdownMenu.Root>
  );
}
