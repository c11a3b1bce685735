import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { useChange } from "@/components/console/use-change";
import { nothingToSave } from "@/components/forms/unsaved-work";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/config/paths";
import { contentKey, contentQuery, discardDraft, removePage, textQuery } from "./api";
import { Editor } from "./components/editor";
import { isOwn, nameOf, pageOf } from "./rules/texts";

/** One text of the site, to be written on. */
export function Component() {
  const { t } = useLingui();
  const { kind = "" } = useParams();
  const navigate = useNavigate();
  const content = useQuery(contentQuery);
  const text = useQuery(textQuery(kind));
  const [asked, setAsked] = useState<"discard" | "remove" | null>(null);
  const change = useChange({ refresh: contentKey });
  const listed = content.data?.texts.find((each) => each.kind === kind);
  const name = nameOf(listed ?? { kind, titles: {} }, content.data?.languages ?? []);
  const title = typeof name === "string" ? name : t(name);
  const leave = async (run: () => Promise<unknown>, done: string) => {
    if (await change(run, () => ({ title: done })))
      await navigate(paths.admin.content, { state: nothingToSave });
  };
  return (
    <>
      <BackLink to={paths.admin.content}>
        <Trans>Content</Trans>
      </BackLink>
      <PageHeader title={title} description={pageOf(kind)}>
        {listed?.waits && (
          <Button look="quiet" onClick={() => setAsked("discard")}>
            <Trans>Discard draft</Trans>
          </Button>
        )}
        {isOwn(kind) && (
          <Button look="risky" onClick={() => setAsked("remove")}>
            <Trans>Remove page</Trans>
          </Button>
        )}
      </PageHeader>
      <div className="mt-4">
        <QueryBoundary query={content} skeleton={<Skeleton className="h-96" />}>
          {(all) => (
            <QueryBoundary query={text} skeleton={<Skeleton className="h-96" />}>
              {(read) => <Editor key={kind} text={read} content={all} />}
            </QueryBoundary>
          )}
        </QueryBoundary>
      </div>
      {asked === "discard" && (
        <ConfirmDialog
          title={t`Discard this draft?`}
          description={t`What was written since the last publication is gone. Visitors notice nothing.`}
          confirm={t`Discard draft`}
          onClose={() => setAsked(null)}
          onConfirm={() => leave(() => discardDraft(kind), t`The draft is gone`)}
        />
      )}
      {asked === "remove" && (
        <ConfirmDialog
          title={t`Remove this page?`}
          description={t`Its URL returns “not found”. You can add a redirect.`}
          confirm={t`Remove page`}
          onClose={() => setAsked(null)}
          onConfirm={() => leave(() => removePage(kind), t`The page is gone`)}
        />
      )}
    </>
  );
}
