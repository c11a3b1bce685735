import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { formatMoney } from "@/lib/format";

type Figures = components["schemas"]["RentalFigures"];

const earned = [
  { name: "driven", title: msg({ message: "Driven", context: "state of a rental" }), color: "bg-pine" },
  { name: "booked", title: msg({ message: "Booked", context: "state of a rental" }), color: "bg-accent" },
  { name: "cancellationFees", title: msg`Cancellation fees`, color: "bg-slate" },
] as const;
const others = [
  { name: "pending", title: msg({ message: "To be confirmed", context: "state of a rental" }) },
  { name: "cancelled", title: msg({ message: "Cancelled", context: "state of a rental" }) },
  { name: "noShow", title: msg({ message: "No-show", context: "state of a rental" }) },
] as const;

/** Of what revenue is made, and what is none. */
export function States({ figures, currency }: { figures: Figures; currency: string }) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(Math.round(amount), currency);
  // Most companies charge none.
  const isShown = ({ name }: (typeof earned)[number]) => name !== "cancellationFees" || figures[name] > 0;
  return (
    <section
      aria-label={t`Driven, booked and lost`}
      className="flex flex-wrap gap-x-10 gap-y-3 rounded-card border border-line bg-panel p-4 text-sm sm:p-5"
    >
      <div className="min-w-0 grow basis-72">
        <p className="text-slate">
          <Trans>Revenue is what was driven, what is booked, and cancellation fees</Trans>
        </p>
        <div aria-hidden className="mt-2 flex h-3 overflow-hidden rounded-full bg-stone">
          {earned.map(({ name, color }) => (
            <span
              key={name}
              className={color}
              style={{ width: `${figures.revenue > 0 ? (figures[name] / figures.revenue) * 100 : 0}%` }}
            />
          ))}
        </div>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {earned.filter(isShown).map(({ name, title, color }) => (
            <div key={name} className="flex items-center gap-2">
              <span aria-hidden className={`size-3 rounded-[4px] ${color}`} />
              <dt>{t(title)}</dt>
              <dd className="tabular font-semibold">{money(figures[name])}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <p className="text-slate">
          <Trans>Not in revenue</Trans>
        </p>
        <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {others.map(({ name, title }) => (
            <div key={name}>
              <dt className="text-xs text-muted">{t(title)}</dt>
              <dd className="tabular font-semibold">{money(figures[name])}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
