import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Kind } from "../rules/quiz";

export const kindTitles: Record<Kind, MessageDescriptor> = {
  choice: msg({ message: "One answer", comment: "Kind of a question" }),
  choices: msg({ message: "Several answers", comment: "Kind of a question" }),
  scale: msg({ message: "Scale", comment: "Kind of a question" }),
  number: msg({ message: "Number", comment: "Kind of a question" }),
  text: msg({ message: "Text", comment: "Kind of a question" }),
  contact: msg({ message: "Contact", comment: "Kind of a question" }),
};
