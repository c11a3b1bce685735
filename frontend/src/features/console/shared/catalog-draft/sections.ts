import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paths } from "@/config/paths";

/** The pages of the catalogue, in the order of the day's work. */
export const sections: readonly { to: string; label: MessageDescriptor }[] = [
  { to: paths.admin.catalog, label: msg`Cars` },
  { to: paths.admin.catalogHistory, label: msg`History` },
  { to: paths.admin.catalogFiles, label: msg`Files` },
];
