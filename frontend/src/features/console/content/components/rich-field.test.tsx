import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import RichField from "./rich-field";

vi.stubGlobal(
  "ResizeObserver",
  class {
    observe() {}
    disconnect() {}
  },
);

const text = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Hello" }] }] };
const field = (error?: string) => <RichField label="Answer" error={error} value={text} onChange={() => {}} />;

test("an invalid formatted text is reported at its field", async () => {
  const { rerender } = render(field("Please fill in this field"));
  const box = await screen.findByRole("textbox", { name: "Answer" });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  const note = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(note?.textContent).toBe("Please fill in this field");
  rerender(field());
  expect(box.getAttribute("aria-invalid")).toBe("false");
  expect(box.hasAttribute("aria-describedby")).toBe(false);
});
