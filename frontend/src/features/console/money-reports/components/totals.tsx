import { Amount } from "./amount";

interface Props {
  currency: string;
  totals: readonly { name: string; amount: number }[];
}

/** The sums of a currency. */
export function Totals({ currency, totals }: Props) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-2 rounded-card border border-line bg-panel p-4 sm:flex sm:flex-wrap">
      {totals.map(({ name, amount }) => (
        <div key={name}>
          <dt className="text-sm text-slate">{name}</dt>
          <dd className="text-lg font-bold sm:text-xl">
            <Amount value={amount} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
