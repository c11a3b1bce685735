import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { WithAccess } from "@/components/console/with-access";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Me } from "@/features/console/shared/session";
import { render } from "@/testing/render";
import { SupportLimits } from "./support-limits";

const sentence = "Support access can't do this. Ask someone of the company to do it.";
const pressed = vi.fn();

afterEach(() => {
  cleanup();
  pressed.mockClear();
});

function draw(support: Me["admin"]["support"]) {
  render(
    <SupportLimits support={support}>
      <Button access="read">Show more</Button>
      <Button access="draft">Save draft</Button>
      <Button onClick={pressed}>Refund</Button>
      <WithAccess>
        <a href="/admin/bookings/new">New booking</a>
      </WithAccess>
    </SupportLimits>,
  );
}

const granted = (mayChangeDrafts: boolean) => ({
  reason: "The customer cannot find a booking",
  expiresAt: "2026-07-01T10:00:00Z",
  mayChangeDrafts,
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

test("people of the company have every button", () => {
  draw(null);
  for (const name of ["Show more", "Save draft", "Refund"]) expect(button(name).disabled).toBe(false);
  expect(screen.queryByRole("link", { name: "New booking" })).not.toBeNull();
});

test("read-only support access looks, and a button that changes something says why it is off", () => {
  draw(granted(false));
  expect(button("Show more").disabled).toBe(false);
  expect(button("Save draft").disabled).toBe(true);
  expect(button("Refund").title).toBe(sentence);
  fireEvent.click(button("Refund"));
  expect(pressed).not.toHaveBeenCalled();
  expect(screen.queryByRole("link", { name: "New booking" })).toBeNull();
});

test("support access with drafts saves drafts and nothing else", () => {
  draw(granted(true));
  expect(button("Save draft").disabled).toBe(false);
  expect(button("Save draft").title).toBe("");
  expect(button("Refund").disabled).toBe(true);
});

test("a dialog that confirms a change can be closed but not confirmed", () => {
  const onClose = vi.fn();
  render(
    <SupportLimits support={granted(false)}>
      <ConfirmDialog
        title="Cancel booking?"
        description="The customer is notified."
        confirm="Cancel booking"
        onConfirm={pressed}
        onClose={onClose}
      />
    </SupportLimits>,
  );
  expect(button("Cancel booking").disabled).toBe(true);
  fireEvent.click(button("Cancel"));
  expect(onClose).toHaveBeenCalled();
});
