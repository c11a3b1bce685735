import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

interface Props {
  title: string;
  description: string;
  children: ReactNode;
  onClose: () => void;
}

/** A form above the page. */
export function Dialog({ title, description, children, onClose }: Props) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content className="fixed inset-x-4 top-1/2 z-50 mx-auto max-h-[90dvh] max-w-xl -translate-y-1/2 overflow-y-auto rounded-3xl bg-panel p-6 text-ink shadow-card">
          <Radix.Title className="text-lg font-bold">{title}</Radix.Title>
          <Radix.Description className="mt-1 text-sm text-slate">{description}</Radix.Description>
          <div className="mt-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
