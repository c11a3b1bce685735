import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Badge } from "@/components/console/badge";
import { DataList, Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { ReasonDialog } from "@/components/console/reason-dialog";
import { Button } from "@/components/ui/button";
import type { Company } from "./api";
import { type CompanyExport, changeData, companyDataQuery } from "./company-data";
import { ConfirmedDialog } from "./confirmed-dialog";
import { formatBytes, formatUtc } from "./format";

const maxReason = 500;

/** Has everything of a company exported for its owners. The file is not for operators. */
export function ExportPanel({ slug }: { slug: string }) {
  const query = useQuery(companyDataQuery(slug));
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title="Export"
      description="One file with everything of the company, for its owners. They get an email and download it under Settings, Your data. It has personal data of customers, so you cannot download it here."
    >
      <QueryBoundary query={query}>
        {({ exports }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {exports.length > 0 && (
              <DataList>
                {exports.map((each) => (
                  <li key={each.id} className="p-4">
                    <Export item={each} />
                  </li>
                ))}
              </DataList>
            )}
            <Button
              look="quiet"
              className="justify-self-start"
              disabled={exports.some(({ state }) => state === "pending")}
              onClick={() => setAsking(true)}
            >
              Prepare export
            </Button>
          </div>
        )}
      </QueryBoundary>
      {isAsking && (
        <ConfirmedDialog
          title={`Prepare an export of ${slug}?`}
          description="The worker writes it while the company keeps working. Owners have seven days to download it."
          confirm="Prepare export"
          done="The export is being prepared"
          onConfirm={(body) => changeData(slug, "exports", body)}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function Export({ item }: { item: CompanyExport }) {
  const { state, requestedAt, expiresAt, bytes, missingFiles } = item;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">{formatUtc(requestedAt)}</p>
        <Badge look={state === "ready" ? "good" : state === "failed" ? "warning" : "plain"}>
          {state === "ready" ? "Ready" : state === "failed" ? "Failed" : "Preparing"}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-slate" role="status">
        {state === "pending" && (
          <>
            The worker writes it. Attempts that fail are under{" "}
            <Link to="/jobs" className="underline">
              Background jobs
            </Link>
            .
          </>
        )}
        {state === "ready" && `${formatBytes(bytes)}, owners can download it until ${formatUtc(expiresAt)}`}
        {state === "failed" &&
          "It could not be written within six hours. Look for company.export in the worker's log, then prepare another one."}
      </p>
      {missingFiles > 0 && (
        <p className="mt-1 text-sm text-danger">
          Photos and documents that are missing from storage: {missingFiles}
        </p>
      )}
    </>
  );
}

/** Deletes a company after the grace period, and undoes it until then. */
export function DeletionPanel({ company }: { company: Company }) {
  const query = useQuery(companyDataQuery(company.slug));
  const [open, setOpen] = useState<"delete" | "keep" | null>(null);
  const { slug } = company;
  const close = () => setOpen(null);
  return (
    <QueryBoundary query={query}>
      {(data) => (
        <>
          {data.deletesAt ? (
            <Panel
              title={
                data.hasBegun
                  ? "The company is being removed"
                  : `Will be deleted on ${formatUtc(data.deletesAt)}`
              }
              description={
                data.hasBegun
                  ? "The removal has begun. It cannot be undone."
                  : `Its site is closed. ${data.requestedBy === "owner" ? "An owner" : "An operator"} requested the deletion on ${formatUtc(data.requestedAt)}. Until the day it can be undone, and owners can export everything.`
              }
            >
              {!data.hasBegun && <Button onClick={() => setOpen("keep")}>Keep company</Button>}
            </Panel>
          ) : (
            <Panel
              title="Delete company"
              description={`Closes its site at once. Everything is removed after ${data.graceDays} days; until then you or an owner can undo it. Owners get an email.`}
            >
              <Button look="danger" onClick={() => setOpen("delete")}>
                Delete company…
              </Button>
            </Panel>
          )}
          {open === "delete" && (
            <ConfirmedDialog
              title={`Delete ${data.companyName}?`}
              description={`Its site closes now. Everything is removed after ${data.graceDays} days.`}
              companyName={data.companyName}
              confirm="Delete company"
              done="The company will be deleted"
              look="danger"
              onConfirm={(body) => changeData(slug, "deletion", body)}
              onClose={close}
            >
              <ul className="grid list-disc gap-1 pl-5 text-sm">
                <li>Visitors see that the company has closed.</li>
                <li>No bookings are taken, no messages are sent.</li>
                <li>After that day no one can bring it back. Prepare an export first if owners need one.</li>
              </ul>
            </ConfirmedDialog>
          )}
          {open === "keep" && (
            <ReasonDialog
              title={`Keep ${data.companyName}?`}
              description={
                data.requestedBy === "owner"
                  ? "An owner requested the deletion. Everything will be as it was, and its site opens again."
                  : "Everything will be as it was, and its site opens again."
              }
              hint="Owners can read it in their audit log."
              maxLength={maxReason}
              confirm="Keep company"
              look="risky"
              done={{ title: "The company is kept" }}
              onConfirm={(reason) => changeData(slug, "deletion/undo", { reason })}
              onClose={close}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}
