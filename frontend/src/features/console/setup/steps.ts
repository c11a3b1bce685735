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
  sample: {
    title: msg`Sample data`,
    text: msg`Remove it before you open your site.`,
    to: `${paths.admin.setup}#sample-data`,
  },
  contacts: {
    title: msg`Contact details`,
    text: msg`Email, address, and a phone or chat number.`,
    to: paths.admin.settings,
  },
  logo: {
    title: msg`Your logo`,
    text: msg`And your brand colours, if you have them.`,
    to: paths.admin.brand,
  },
  cars: {
    title: msg`Three cars with photos`,
    text: msg`Photos help visitors choose.`,
    to: paths.admin.catalog,
  },
  prices: {
    title: msg`Prices`,
    text: msg`Every car on offer has a price.`,
    to: paths.admin.catalog,
  },
  places: {
    title: msg`Pickup places`,
    text: msg`With their addresses.`,
    to: paths.admin.catalogPlaces,
  },
  vehicles: {
    title: msg`Vehicles`,
    text: msg`Plates of the cars you rent out.`,
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
  quiz: {
    title: msg`The quiz`,
    text: msg`It guides visitors from ads to a car.`,
    to: paths.admin.quizEditor,
  },
  domain: { title: msg`Domain`, text: msg`Your site's URL.`, to: paths.admin.domains },
  booking: {
    title: msg`Test booking`,
    text: msg`Book a car on your site, then confirm it here.`,
    to: paths.booking,
    isSite: true,
  },
};
