import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/console/badge";
import { PageHeader } from "@/components/console/page-header";
import { DataList } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { formatNumber } from "@/lib/format";
import { AnnouncementDialog } from "./announcement-dialog";
import { type Announcement, announcementsQuery, isUnderWay } from "./announcements";
import { formatUtc } from "./format";
import { useTitle } from "./shell";

/** Emails that operators wrote to owners, with what became of them. */
export function AnnouncementsPage() {
  useTitle("Announcements");
  const query = useQuery(announcementsQuery);
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <PageHeader
        title="Announcements"
        description="Emails to the owners of all companies, or of those with a plan."
      >
        <Button onClick={() => setWriting(true)}>Write announcement</Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          empty={({ announcements }) =>
            announcements.length === 0 && (
              <EmptyState title="No announcements yet">What you send is listed here.</EmptyState>
            )
          }
        >
          {({ announcements }) => (
            <DataList>
              {announcements.map((each) => (
                <li key={each.id} className="p-4">
                  <Sent announcement={each} />
                </li>
              ))}
            </DataList>
          )}
        </QueryBoundary>
      </div>
      {isWriting && <AnnouncementDialog onClose={() => setWriting(false)} />}
    </>
  );
}

function Sent({ announcement }: { announcement: Announcement }) {
  const { subject, body, plan, operator, createdAt, companies, emails, sent, failed } = announcement;
  return (
    <details>
      <summary className="cursor-pointer">
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 align-top">
          <span className="font-semibold break-words">{subject}</span>
          <Badge look={failed > 0 ? "warning" : isUnderWay(announcement) ? "plain" : "good"}>
            {failed > 0 ? `${formatNumber(failed)} failed` : isUnderWay(announcement) ? "Sending" : "Sent"}
          </Badge>
        </span>
        <span className="mt-1 block text-sm text-slate">
          {`${formatUtc(createdAt)} · ${operator} · ${plan ? `plan ${plan}` : "all companies"} (${formatNumber(companies)})`}
        </span>
        <span className="tabular block text-sm text-slate" role="status">
          {`Emails: ${formatNumber(sent)} of ${formatNumber(emails)} sent${failed > 0 ? `, ${formatNumber(failed)} failed` : ""}`}
        </span>
      </summary>
      <p className="mt-3 max-w-3xl border-l-2 border-line pl-4 break-words whitespace-pre-wrap">{body}</p>
    </details>
  );
}
