import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { paths } from "@/config/paths";
import { useMay } from "@/features/console/shared/session";
import { messagesQuery } from "./api";
import { Editor } from "./components/editor";
import { OccasionList } from "./components/occasion-list";
import { PhonePanels } from "./components/phone-panel";
import { ReportsPanel } from "./components/reports-panel";
import { TimingForm } from "./components/timing-form";
import { isOccasion, occasionWords } from "./rules";

/** Automatic messages to customers: which, when, and their texts. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
  const query = useQuery(messagesQuery);
  const [search] = useSearchParams();
  const asked = search.get("message");
  const occasion = isOccasion(asked) ? asked : null;
  return (
    <>
      {occasion && <BackLink to={paths.admin.messages}>{t`All messages`}</BackLink>}
      <PageHeader
        title={occasion ? t(occasionWords[occasion].name) : t`Messages to customers`}
        description={
          occasion
            ? t(occasionWords[occasion].when)
            : t`Automatic emails to customers, in the language of their booking. Emails your team writes are on each booking.`
        }
      />
      <div className="mt-6">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(messages) =>
            occasion ? (
              <Editor messages={messages} occasion={occasion} />
            ) : (
              <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
                <div className="grid grid-cols-1 gap-4">
                  <OccasionList messages={messages} />
                  <PhonePanels />
                </div>
                <div className="grid grid-cols-1 gap-4">
                  <TimingForm messages={messages} />
                  {may("integrations") && <ReportsPanel messages={messages} />}
                </div>
              </div>
            )
          }
        </QueryBoundary>
      </div>
    </>
  );
}
