import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { type Colors, documentQuery } from "../api";

/** An invoice in these colours, made by the server when asked for. */
export function PrintedPage({ colors }: { colors: Colors }) {
  const { t } = useLingui();
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({
    ...documentQuery(colors),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data) return undefined;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    <figure className="min-w-0">
      <div className="grid h-[30rem] place-items-center overflow-hidden rounded-card border border-line bg-panel p-6 text-center">
        <div className="grid gap-4">
          <span className="mx-auto h-1.5 w-24 rounded-full" style={{ background: colors.pine }} aria-hidden />
          {address ? (
            <a href={address} target="_blank" rel="noopener" className="button button-quiet">
              <Trans>Open the invoice</Trans>
            </a>
          ) : (
            <Button look="quiet" disabled={isWanted} onClick={() => setWanted(true)}>
              <Trans>Preview invoice</Trans>
            </Button>
          )}
        </div>
      </div>
      <figcaption className="mt-2 text-sm font-semibold text-muted">{t`Documents`}</figcaption>
    </figure>
  );
}
