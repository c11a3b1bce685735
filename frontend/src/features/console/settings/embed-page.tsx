import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { CopyField } from "@/components/console/copy-field";
import { BackLink, PageHeader } from "@/components/console/page-header";
import { Panel } from "@/components/console/panel";
import { QueryBoundary } from "@/components/console/query-boundary";
import { Skeleton } from "@/components/console/skeleton";
import { LinesInput, SelectInput } from "@/components/forms/fields";
import { paths } from "@/config/paths";
import { languageName } from "@/lib/i18n";
import { siteConfig } from "@/lib/site-config";
import { put, type Settings, settingsQuery } from "./api";
import { SectionForm, Wide } from "./components/section-form";
import { type EmbedChoice, embeddedPath, frameCode, scriptCode } from "./embed-code";
import { useSection } from "./use-section";

/** Where the site may be embedded, and the code to paste there. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(settingsQuery);
  return (
    <>
      <BackLink to={paths.admin.settings}>{t`Settings`}</BackLink>
      <PageHeader
        title={t`Embed on your website`}
        description={t`Show your search, your cars or a booking button on any website.`}
      />
      <div className="mt-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary query={query} skeleton={<Skeleton className="h-96" />}>
          {(settings) => (
            <>
              <AllowedWebsites settings={settings} />
              <Code />
            </>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

function AllowedWebsites({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection("embed", settings, (stored) => stored.embed, put.embed);
  return (
    <SectionForm
      id="embed"
      title={t`Allowed websites`}
      description={
        settings.embed.allowedOrigins.length === 0 ? (
          <Trans>
            No website is allowed yet: visitors of other websites see their browser's error message instead of
            your cars.
          </Trans>
        ) : (
          <Trans>Browsers show your search and cars only on these websites.</Trans>
        )
      }
      settings={settings}
      form={form}
    >
      <Wide>
        <LinesInput
          control={form.control}
          name="allowedOrigins"
          label={t`Websites`}
          hint={t`One per line, up to 20. https://*.example.com allows all subdomains.`}
          isWords
          rows={4}
          placeholder="https://www.example.com"
        />
      </Wide>
    </SectionForm>
  );
}

function Code() {
  const { t } = useLingui();
  const { cars, contacts, tenant } = siteConfig();
  const fleet = cars.filter(({ inFleet }) => inFleet);
  const { control } = useForm<EmbedChoice>({
    defaultValues: {
      kind: "search",
      car: fleet[0]?.slug ?? "",
      language: tenant.languages[0] ?? "",
      target: "same",
    },
  });
  const choice = useWatch({ control }) as EmbedChoice;
  const origin = contacts.publicOrigin || window.location.origin;
  const kinds: [EmbedChoice["kind"], string][] = [
    ["search", t`Search`],
    ["cars", t`Cars`],
    ...(fleet.length > 0 ? [["car", t`Booking button of one car`] as [EmbedChoice["kind"], string]] : []),
  ];
  return (
    <Panel
      title={t`Code`}
      description={
        <Trans>Paste it where your cars should appear. In WordPress, add a “Custom HTML” block.</Trans>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 [&>*]:min-w-0">
        <SelectInput control={control} name="kind" label={t`What to embed`} options={kinds} />
        {choice.kind === "car" && (
          <SelectInput
            control={control}
            name="car"
            label={t`Car`}
            options={fleet.map(({ name, slug }) => [slug, name] as const)}
          />
        )}
        <SelectInput
          control={control}
          name="language"
          label={t`Language`}
          options={tenant.languages.map((language) => [language, languageName(language)] as const)}
        />
        <SelectInput
          control={control}
          name="target"
          label={t`Your site opens in`}
          options={
            [
              ["same", t`The same tab`],
              ["new", t`A new tab`],
            ] as const
          }
        />
      </div>
      <div className="mt-5 grid gap-4">
        <div>
          <p className="mb-1 text-sm font-semibold text-slate">
            <Trans>HTML</Trans>
          </p>
          <CopyField label={t`HTML`} copyLabel={t`Copy HTML`} value={scriptCode(origin, choice)} />
        </div>
        <div>
          <p className="mb-1 text-sm font-semibold text-slate">
            <Trans>Without a script</Trans>
          </p>
          <CopyField
            label={t`Without a script`}
            copyLabel={t`Copy HTML without a script`}
            value={frameCode(origin, tenant.name, choice)}
          />
          <p className="mt-1 text-sm text-muted">
            <Trans>
              For websites that remove scripts. The height is fixed, and ad clicks are not attributed.
            </Trans>
          </p>
        </div>
        <Preview path={embeddedPath(choice)} />
      </div>
    </Panel>
  );
}

/** Looked at, not used: a link in it would leave the console. */
function Preview({ path }: { path: string }) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(160);
  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent) => {
      if (origin !== window.location.origin || source !== frame.current?.contentWindow) return;
      if (data?.abano === "ready") frame.current?.contentWindow?.postMessage({ abano: "hello" }, origin);
      if (data?.abano === "height" && data.height > 0) setHeight(Number(data.height));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-sm font-semibold text-slate">
        <Trans>Preview</Trans>
      </figcaption>
      <iframe
        ref={frame}
        src={path}
        title={t`Preview`}
        tabIndex={-1}
        inert
        className="block w-full rounded-card border border-line"
        style={{ height }}
      />
    </figure>
  );
}
