import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paths } from "@/config/paths";
import type { StepCode } from "@/features/console/shared/setup/api";

interface StepWords {
  title: MessageDescriptor;
  text: MessageDescriptor;
  to: string;
  /** A page of the site, which opens beside the console. */
  isSite?: boolean;
}

/** What each step is about, and where it is done. */
export const stepWords: Record<StepCode, StepWords> = {
  contacts: {
    title: msg`How you are reached`,
    text: msg`Email, address, and a phone or chat number.`,
    to: paths.admin.settings,
  },
  logo: { title: msg`Your logo`, text: msg`And your colours, if you have some.`, to: paths.admin.brand },
  cars: {
    title: msg`Three cars with photographs`,
    text: msg`Visitors choose by looking.`,
    to: paths.admin.catalog,
  },
  prices: {
    title: msg`Prices`,
    text: msg`Every car on offer costs something.`,
    to: paths.admin.catalog,
  },
  places: {
    title: msg`Pickup places`,
    text: msg`With their addresses.`,
    to: paths.admin.catalogPlaces,
  },
  vehicles: {
    title: msg`Vehicles`,
    text: msg`Number plates of the cars you hand over.`,
    to: paths.admin.vehicles,
  },
  payments: {
    title: msg`Payment`,
    text: msg`When customers pay, or Stripe for online payments.`,
    to: `${paths.admin.settings}#terms`,
  },
  tax: {
    title: msg`Company and tax`,
    text: msg`Registered name, address and VAT for invoices.`,
    to: paths.admin.moneySettings,
  },
  legal: {
    title: msg`Terms and privacy`,
    text: msg`In your own words, in every language of your site.`,
    to: paths.admin.content,
  },
  quiz: { title: msg`The quiz`, text: msg`It leads paid visitors to a car.`, to: paths.admin.quizEditor },
  domain: { title: msg`A domain`, text: msg`Where visitors find you.`, to: paths.admin.domains },
  booking: {
    title: msg`A booking to try it out`,
    text: msg`Book a car on your own site, then confirm it here.`,
    to: paths.booking,
    isSite: true,
  },
};
