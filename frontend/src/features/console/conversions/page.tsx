import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { Problem } from "@/components/console/problem";
import { useMay } from "@/features/console/shared/session";
import { conversionsQuery } from "./api";
import { FileUrls } from "./components/file-urls";
import { Files, StateTiles } from "./components/files";
import { HashedEmail } from "./components/hashed-email";
import { NameForm } from "./components/name-form";
import { Sender } from "./components/sender";

/** Uploads conversions to Google Ads. */
export function Component() {
  const { t } = useLingui();
  const may = useMay();
  const conversions = useQuery(conversionsQuery);
  const data = conversions.data;
  return (
    <div className="mx-auto flex max-w-[100rem] flex-col gap-4">
      <PageHeader
        title={t`Conversions`}
        description={t`Reports to Google Ads which clicks led to bookings, so it can bid for more of them. Covers the last 90 days.`}
      />
      {conversions.isError && (
        <Problem error={conversions.error} onRetry={() => void conversions.refetch()} />
      )}
      <StateTiles counts={data?.counts} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex flex-col gap-4">
          {data && <NameForm key={data.conversionName} name={data.conversionName} />}
          <Files />
        </div>
        {data && (
          <div className="flex flex-col gap-4">
            <HashedEmail isSent={data.sendsHashedEmail} mayChange={may("integrations")} />
            <Sender sending={data.sending} timezone={data.timezone} mayChange={may("integrations")} />
            <FileUrls
              createdAt={data.fileUrls.createdAt}
              fetchedAt={data.fileUrls.fetchedAt}
              timezone={data.timezone}
              mayChange={may("integrations")}
            />
          </div>
        )}
      </div>
    </div>
  );
}
