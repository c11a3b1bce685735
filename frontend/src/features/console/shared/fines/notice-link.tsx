import { Trans } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import { noticeUrl } from "./fines";

/** Opens what the authority sent. */
export function NoticeLink({ fineId }: { fineId: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center gap-1 text-pine underline underline-offset-4 lg:min-h-0"
      href={noticeUrl(fineId)}
      target="_blank"
      rel="noreferrer"
    >
      <Paperclip aria-hidden size={16} /> <Trans>Notice</Trans>
    </a>
  );
}
