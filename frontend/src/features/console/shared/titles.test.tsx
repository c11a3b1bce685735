import { screen } from "@testing-library/react";
import { createMemoryRouter, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeAll, expect, test } from "vitest";
import { render } from "@/testing/render";
import { testTenant } from "@/testing/site";
import { useConsoleTitle, useObjectTitle } from "./titles";

beforeAll(() => {
  document.body.innerHTML = `<script id="site-config" type="application/json">${JSON.stringify({ tenant: testTenant })}</script>`;
});

function Frame() {
  useConsoleTitle();
  return <Outlet />;
}

function Booking({ name }: { name?: string }) {
  useObjectTitle(name);
  return null;
}

test("a title names what is shown, its page and the company, and changes with the page", async () => {
  const router = createMemoryRouter(
    [
      {
        element: <Frame />,
        children: [
          { path: "/admin/bookings", element: <p>List</p> },
          { path: "/admin/bookings/1", element: <Booking name="K7M-4QXD" /> },
          { path: "/admin/bookings/2", element: <Booking /> },
        ],
      },
    ],
    { initialEntries: ["/admin/bookings/1"] },
  );
  render(<RouterProvider router={router} />);
  expect(document.title).toBe("K7M-4QXD · Booking · Abano Georgia");
  await router.navigate("/admin/bookings");
  await screen.findByText("List");
  expect(document.title).toBe("Bookings · Abano Georgia");
  await router.navigate("/admin/bookings/2");
  await expect.poll(() => document.title).toBe("Booking · Abano Georgia");
});
