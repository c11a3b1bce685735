import { formatMoney } from "@/lib/format";
import type { BookingDetail } from "../api";
import { Card } from "./card";
import { ShownNote } from "./shown-note";

/** The price as it was stored, line by line. */
export function PriceCard({ booking }: { booking: BookingDetail }) {
  const money = (amount: number) => formatMoney(amount, booking.currency);
  return (
    <Card title="Price">
      <table className="tabular w-full text-sm">
        <caption className="sr-only">Price lines</caption>
        <tbody>
          {booking.priceLines.map((line) => (
            <tr key={`${line.code}-${line.label}`}>
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                {line.label}
                {line.quantity > 1 && (
                  <span className="text-muted">
                    {" "}
                    {line.quantity} × {money(line.unitPrice)}
                  </span>
                )}
              </th>
              <td className="py-1 text-right">{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line text-base font-bold">
            <th scope="row" className="pt-2 text-left">
              Total
            </th>
            <td className="pt-2 text-right">{money(booking.totalPrice)}</td>
          </tr>
        </tfoot>
      </table>
      {booking.shownPrice && <ShownNote currency={booking.currency} shown={booking.shownPrice} />}
      {booking.promoCode && (
        <p className="mt-3 text-sm text-slate">
          Promo code <strong>{booking.promoCode}</strong>
          {booking.referrer ? `, recommended by ${booking.referrer.name}` : ""}
        </p>
      )}
      {booking.clientEstimate && (
        <p className="mt-1 text-xs text-muted">
          The booking form's own estimate, which nobody was shown: {booking.clientEstimate}.
        </p>
      )}
    </Card>
  );
}
