import { ChatButton } from "@/components/layout/header-bar";
import { when } from "./placeholders";

/** The chat button of companies that offer one. Its address depends on the visitor's trip. */
export function ChatPlace() {
  const { start, end } = when("contacts.chatNumber");
  return (
    <>
      {start}
      <ChatButton />
      {end}
    </>
  );
}
