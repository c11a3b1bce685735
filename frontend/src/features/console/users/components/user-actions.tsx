import { EllipsisVertical } from "lucide-react";
import { DropdownMenu } from "radix-ui";
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

const itemClass =
  "flex min-h-11 cursor-default items-center rounded-lg px-3 text-sm outline-none data-highlighted:bg-stone";

/** What is rarely done to an account, behind one button. */
export function UserActions({ user, name, change, ask }: Props) {
  const path = { params: { path: { user_id: user.id } } };
  const setDisabled = (disabled: boolean) => () =>
    api.PATCH("/api/admin/users/{user_id}", { ...path, body: { disabled } });

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={`More for ${name}`}
        className="grid size-11 shrink-0 place-items-center rounded-xl hover:bg-stone"
      >
        <EllipsisVertical aria-hidden size={18} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-50 w-60 rounded-2xl border border-line bg-panel p-1.5 text-ink shadow-card"
        >
          {user.hasSecondFactor && (
            <DropdownMenu.Item
              className={itemClass}
              onSelect={() =>
                ask({
                  title: `Reset the second factor of ${name}?`,
                  description:
                    "Their password alone will do until they set it up again. Make sure it is them.",
                  confirm: "Reset it",
                  run: () =>
                    change(
                      () => api.DELETE("/api/admin/users/{user_id}/second-factor", path),
                      `The second factor of ${name} is off`,
                    ),
                })
              }
            >
              Reset second factor
            </DropdownMenu.Item>
          )}
          {user.disabled ? (
            <DropdownMenu.Item
              className={itemClass}
              onSelect={() => change(setDisabled(false), `${name} may sign in again`)}
            >
              Give access back
            </DropdownMenu.Item>
          ) : (
            <DropdownMenu.Item
              className={itemClass}
              onSelect={() =>
                ask({
                  title: `Take access away from ${name}?`,
                  description:
                    "They are signed out everywhere at once. What they did stays in the audit log.",
                  confirm: "Take access away",
                  run: () => change(setDisabled(true), `${name} may not sign in any more`),
                })
              }
            >
              Take access away
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
