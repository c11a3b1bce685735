import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { paths } from "@/config/paths";
import { settingsSections } from "@/features/console/shared/titles";
import { isFor, type Openers, pagesFor } from "./rules";
import { minSearchLength } from "./use-search";

/** Pages beneath those of the navigation, by the page that they belong to. */
const beneath: readonly (readonly [label: MessageDescriptor, to: string])[] = [
  [msg`Payouts`, paths.admin.payouts],
  [msg`Promo codes`, paths.admin.promoCodes],
  [msg`Seasons`, paths.admin.catalogSeasons],
  [msg`Price suggestions`, paths.admin.catalogPriceSuggestions],
  [msg`Places`, paths.admin.catalogPlaces],
  [msg`Delivery fees`, paths.admin.catalogDelivery],
  [msg`Driving times`, paths.admin.catalogDriving],
  [msg`Insurance`, paths.admin.catalogInsurance],
  [msg`Services`, paths.admin.catalogServices],
  [msg`Account settings`, paths.admin.account],
  [msg`Help`, paths.admin.help],
];

/** What can be done from anywhere. */
const actionsOf: readonly (readonly [label: MessageDescriptor, to: string])[] = [
  [msg`New booking`, paths.admin.newBooking],
  [msg`Add a vehicle`, `${paths.admin.vehicles}#add`],
  [msg`Block a vehicle`, `${paths.admin.vehicles}#block`],
];

/** Actions, which are offered before anything is typed, and pages and sections of the settings whose name has the text in it: those that the rights open only. */
export function usePages(rights: Openers, typed: string) {
  const { t } = useLingui();
  const settings = isFor(rights, paths.admin.settings) ? settingsSections : [];
  const pages = [
    ...pagesFor(rights).map(({ to, label, under, group }) => ({
      to,
      name: t(label),
      text: [...(under.to === to ? [] : [t(under.label)]), ...(group ? [t(group)] : [])],
      group: group && t(group),
    })),
    ...beneath.filter(([, to]) => isFor(rights, to)).map(([label, to]) => ({ to, name: t(label), text: [] })),
    ...settings.map(([id, title]) => ({
      to: `${paths.admin.settings}#${id}`,
      name: t(title),
      text: [t`Settings`],
    })),
  ];
  const low = typed.toLowerCase();
  // A group of settings finds its pages: Integrations finds Webhooks.
  const isFound = ({ name, group = "" }: { name: string; group?: string | undefined }) =>
    name.toLowerCase().includes(low) || group.toLowerCase().includes(low);
  const actions = actionsOf
    .filter(([, to]) => isFor(rights, to.replace(/#.*/, "")))
    .map(([label, to]) => ({ to, name: t(label), text: [] }));
  return {
    actions: actions.filter(isFound),
    pages: typed.length < minSearchLength ? [] : pages.filter(isFound),
  };
}
