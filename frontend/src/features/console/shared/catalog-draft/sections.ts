import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paths } from "@/config/paths";

/** The pages of the catalogue, in the order of the day's work. */
export const sections: readonly { to: string; label: MessageDescriptor }[] = [
  { to: paths.admin.catalog, label: msg`Cars` },
  { to: paths.admin.catalogSeasons, label: msg`Seasons` },
  { to: paths.admin.catalogPlaces, label: msg`Places` },
  { to: paths.admin.catalogDelivery, label: msg`Delivery fees` },
  { to: paths.admin.catalogDriving, label: msg`Driving times` },
  { to: paths.admin.catalogInsurance, label: msg`Insurance` },
  { to: paths.admin.catalogServices, label: msg`Services` },
  { to: paths.admin.catalogHistory, label: msg`History` },
  { to: paths.admin.catalogFiles, label: msg`Files` },
];
