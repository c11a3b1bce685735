import { generatePath } from "react-router";
import { paths } from "./paths";

const { admin } = paths;

/** URLs of the console's pages about one thing. */
export const adminPath = {
  affiliate: (affiliateId: string) => generatePath(admin.affiliate, { affiliateId }),
  affiliateStatement: (affiliateId: string) => generatePath(admin.affiliateStatement, { affiliateId }),
  booking: (bookingId: string) => generatePath(admin.booking, { bookingId }),
  catalogCar: (slug: string) => generatePath(admin.catalogCar, { slug }),
  catalogPlace: (code: string) => generatePath(admin.catalogPlace, { code }),
  catalogHandoverPlace: (code: string, place: string) =>
    generatePath(admin.catalogHandoverPlace, { code, place }),
  catalogSeason: (code: string) => generatePath(admin.catalogSeason, { code }),
  changeBooking: (bookingId: string) => generatePath(admin.changeBooking, { bookingId }),
  customer: (customerId: string) => generatePath(admin.customer, { customerId }),
  text: (kind: string) => generatePath(admin.text, { kind }),
  vehicle: (vehicleId: string) => generatePath(admin.vehicle, { vehicleId }),
  webhook: (webhookId: string) => generatePath(admin.webhook, { webhookId }),
  yardForm: (bookingId: string, kind: string) => generatePath(admin.yardForm, { bookingId, kind }),
};
