import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { Badge } from "@/components/console/badge";
import { Figure } from "@/components/console/figure";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { queryClient } from "@/lib/query-client";
import { type Company, type CompanyAnswer, call, companiesKey, companyQuery } from "./api";
import { DeletionPanel, ExportPanel } from "./company-data-panel";
import { EntryList } from "./entry-list";
import { formatBytes, formatUtc } from "./format";
import { MovePanel } from "./move-panel";
import { PlanPanel } from "./plan-panel";
import { useTitle } from "./shell";
import { SupportPanel } from "./support-panel";

const maxReason = 500;

/** A company: what it uses, what operators did to it, and what they can do. */
export function CompanyPage() {
  const { slug = "" } = useParams();
  useTitle(slug);
  const query = useQuery(companyQuery(slug));
  const [open, setOpen] = useState<"suspend" | "resume" | null>(null);
  const close = () => setOpen(null);

  async function change(verb: "suspend" | "resume", body: object) {
    const answer = await call<CompanyAnswer>(`/companies/${encodeURIComponent(slug)}/${verb}`, body);
    queryClient.setQueryData(companyQuery(slug).queryKey, answer);
    void queryClient.invalidateQueries({ queryKey: companiesKey });
  }
  async function resume() {
    try {
      await change("resume", {});
      toast({ title: "The company's site is open again" });
    } catch (error) {
      toast({ kind: "destructive", title: "Couldn't resume", description: sentenceOf(error) });
    }
  }

  return (
    <>
      <BackLink to="/">Companies</BackLink>
      <QueryBoundary query={query}>
        {({ company, entries }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <PageHeader title={company.name} description={[company.slug, ...company.hosts].join(" · ")}>
              {company.status === "suspended" ? (
                <Button onClick={() => setOpen("resume")}>Resume</Button>
              ) : (
                <Button look="risky" onClick={() => setOpen("suspend")}>
                  Suspend
                </Button>
              )}
            </PageHeader>
            {company.status === "suspended" && (
              <p role="status" className="rounded-card border border-danger bg-panel p-4">
                <Badge look="warning">Suspended</Badge>{" "}
                {company.suspendedAt && <>since {formatUtc(company.suspendedAt)}. </>}
                {company.suspensionReason}
              </p>
            )}
            {company.deletesAt && (
              <p role="status" className="rounded-card border border-danger bg-panel p-4">
                <Badge look="warning">Closed</Badge> Everything of it will be removed on{" "}
                {formatUtc(company.deletesAt)}.
              </p>
            )}
            <UsageFigures company={company} />
            <PlanPanel slug={company.slug} />
            <Panel title="Details">
              <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr]">
                <dt className="text-slate">Created</dt>
                <dd>{formatUtc(company.createdAt)}</dd>
                <dt className="text-slate">Cluster</dt>
                <dd>{company.cluster}</dd>
                <dt className="text-slate">Visitors</dt>
                <dd>{visitorsSee(company)}</dd>
              </dl>
            </Panel>
            <MovePanel slug={company.slug} isDeleted={company.deletesAt !== null} />
            <SupportPanel slug={company.slug} />
            <ExportPanel slug={company.slug} />
            <DeletionPanel company={company} />
            <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h2 className="font-bold">What operators did</h2>
              {entries.length > 0 ? (
                <EntryList entries={entries} />
              ) : (
                <p className="text-sm text-slate">Nothing yet.</p>
              )}
            </section>
          </div>
        )}
      </QueryBoundary>
      {open === "suspend" && (
        <ReasonDialog
          title={`Suspend ${slug}?`}
          description="Visitors see that the site is closed for now. Its data stays, and you can resume it at any time."
          hint="Kept with the company and in the audit log."
          maxLength={maxReason}
          confirm="Suspend"
          done={{ title: "The company is suspended" }}
          onConfirm={(reason) => change("suspend", { reason })}
          onClose={close}
        />
      )}
      {open === "resume" && (
        <ConfirmDialog
          title={`Resume ${slug}?`}
          description="Its site opens again within seconds."
          confirm="Resume"
          onConfirm={resume}
          onClose={close}
        />
      )}
    </>
  );
}

function visitorsSee({ deletesAt, isOpen }: Company): string {
  if (deletesAt) return "See that it has closed";
  return isOpen ? "See the site" : "Do not see the site yet";
}

function UsageFigures({ company: { usage, cluster, failingJobs } }: { company: Company }) {
  if (!usage) {
    return <p className="text-sm text-slate">Its figures are on the cluster {cluster} and not shown here.</p>;
  }
  const figures: [name: string, value: string, note?: string][] = [
    ["Bookings", formatNumber(usage.bookings), "30 days"],
    ["Quiz sessions", formatNumber(usage.quizSessions), "30 days"],
    ["Vehicles", formatNumber(usage.vehicles)],
    ["Staff", formatNumber(usage.people), `newest session ${formatUtc(usage.newestSessionAt)}`],
    ["Storage", formatBytes(usage.storageBytes)],
    ["Failed emails", formatNumber(usage.failedEmails), "30 days"],
    ["Oldest email due", formatUtc(usage.oldestEmailAt)],
    ["Failing jobs", formatNumber(failingJobs)],
  ];
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(([name, value, note]) => (
        <Figure key={name} name={name} value={value} note={note} />
      ))}
    </div>
  );
}
