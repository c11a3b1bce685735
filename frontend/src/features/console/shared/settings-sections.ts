import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The parts of the settings page by their ids, in its order. */
export const settingsSections: readonly (readonly [id: string, title: MessageDescriptor])[] = [
  ["company", msg`Name and currency`],
  ["contacts", msg`Contacts`],
  ["rental", msg`Rental rules`],
  ["terms", msg`Terms beside the price`],
  ["notifications", msg`Messages to your team`],
  ["commission", msg`Commission`],
  ["privacy", msg`Privacy`],
  ["botCheck", msg`Bot check`],
  ["addressServices", msg`Address services`],
  ["clock", msg`Time zone`],
];
