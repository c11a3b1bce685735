import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Colors, emailQuery } from "../api";

/** An email to a customer, as mail programs show it. */
export function EmailFrame({ colors }: { colors: Colors }) {
  const { t } = useLingui();
  const { data } = useQuery({ ...emailQuery(colors), placeholderData: keepPreviousData });
  const name = t`Email`;
  return (
    <figure className="min-w-0">
      <div className="relative h-[30rem] overflow-hidden rounded-card border border-line bg-panel">
        {data && (
          <iframe
            srcDoc={data.html}
            sandbox=""
            title={name}
            tabIndex={-1}
            inert
            className="absolute top-0 left-0 h-[48rem] w-[160%] origin-top-left scale-[0.625] border-0 bg-white"
          />
        )}
      </div>
      <figcaption className="mt-2 text-sm font-semibold text-muted">{name}</figcaption>
    </figure>
  );
}
