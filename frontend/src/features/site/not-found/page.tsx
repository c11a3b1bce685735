import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "react-router";
import { SiteHeader } from "@/components/layout/site-header";
import { buttonClass } from "@/components/ui/button";

export function Component() {
  const { search } = useLocation();
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader />
      <main
        id="content"
        className="mx-auto grid max-w-2xl grow place-content-center gap-4 px-4 pb-16 text-center"
      >
        <img src="/drawings/empty-road.svg" alt="" width={960} height={400} className="w-full rounded-3xl" />
        <h1 className="text-3xl font-bold">
          <Trans>404 Page Not Found</Trans>
        </h1>
        <p className="text-slate">
          <Trans>The page you're looking for doesn't exist or has been moved.</Trans>
        </p>
        <div>
          <Link className={buttonClass()} to={`/${search}`}>
            <Trans>Go to Homepage</Trans>
          </Link>
        </div>
      </main>
    </div>
  );
}
