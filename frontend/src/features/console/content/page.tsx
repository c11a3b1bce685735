import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Button } from "@/components/ui/button";
import { contentQuery } from "./api";
import { NewPageDialog } from "./components/new-page-dialog";
import { Redirects } from "./components/redirects";
import { TextList } from "./components/text-list";
import { shapeOf } from "./rules/texts";

/** Every text of the site, and where old addresses lead. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(contentQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Content`}
        description={t`The texts of your site. What you save is a draft: visitors see it once you publish it.`}
      >
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden size={18} />
          <Trans>New page</Trans>
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <QueryBoundary query={query}>
          {({ texts, languages }) => {
            const of = (...shapes: string[]) => texts.filter(({ kind }) => shapes.includes(shapeOf(kind)));
            return (
              <>
                <Panel title={t`Home page and search results`}>
                  <TextList
                    label={t`Home page and search results`}
                    texts={of("landing", "seo")}
                    languages={languages}
                  />
                </Panel>
                <Panel
                  title={t`Legal texts`}
                  description={t`Every published version keeps its own URL, and each booking links to the version the customer agreed to.`}
                >
                  <TextList label={t`Legal texts`} texts={of("legal")} languages={languages} />
                </Panel>
                <Panel title={t`Guides and pages`}>
                  <TextList label={t`Guides and pages`} texts={of("page")} languages={languages} />
                </Panel>
              </>
            );
          }}
        </QueryBoundary>
        <Panel title={t`Redirects`} description={t`Send visitors from your site's old URLs to new ones.`}>
          <Redirects />
        </Panel>
      </div>
      {isAdding && <NewPageDialog onClose={() => setAdding(false)} />}
    </>
  );
}
