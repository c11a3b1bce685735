import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test } from "vitest";
import { UnsavedWorkDialog } from "@/components/forms/unsaved-work";
import { render } from "@/testing/render";
import { NoteForm } from "./note-form";

let sent: string[];
let arrive: () => void;

function open() {
  sent = [];
  const page = (
    <>
      <NoteForm
        maxLength={100}
        send={(text) => {
          sent.push(text);
          return new Promise<void>((resolve) => {
            arrive = resolve;
          });
        }}
      />
      <UnsavedWorkDialog />
    </>
  );
  const router = createMemoryRouter([
    { path: "/", element: page },
    { path: "/other", element: "Other page" },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, ...userEvent.setup() };
}

test("what is typed while a note is sent stays in the field", async () => {
  const user = open();
  const field = screen.getByLabelText("Note for the team");
  await user.type(field, "Called.");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await user.type(field, " Comes at nine.");
  arrive();
  await waitFor(() => expect(field).toHaveValue(" Comes at nine."));
  expect(sent).toEqual(["Called."]);
});

test("a note that is not sent yet is not left by a click", async () => {
  const user = open();
  await user.type(screen.getByLabelText("Note for the team"), "Called.");
  void user.router.navigate("/other");
  expect(await screen.findByText("Leave without saving?")).toBeVisible();
});
