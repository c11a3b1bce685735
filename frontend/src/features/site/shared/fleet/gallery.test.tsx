import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { Car } from "@/lib/site-config";
import { render } from "@/testing/render";
import { Gallery } from "./gallery";

const site = {
  displayCurrencies: [],
  rental: { minimumDays: 3, terms: { freeCancellationHours: 24, deposit: 0, kilometresADay: 300 } },
  tenant: { timezone: "Asia/Tbilisi", currency: "EUR" },
};
vi.mock("@/lib/site-config", () => ({ siteConfig: () => site }));

const car = {
  name: "Toyota 4Runner",
  title: "Anywhere",
  description: "",
  specs: ["5 seats"],
  rates: [{ minDays: 3, dailyRate: 63 }],
  images: ["side", "front"].map((view) => ({ view, src: `/${view}.svg`, alt: `The ${view}` })),
  film: { player: "embed", src: "https://www.youtube-nocookie.com/embed/abc?rel=0", title: "", poster: null },
} as unknown as Car;

const close = vi.fn();
beforeEach(() => close.mockReset());

it("starts on the video and fetches nothing from its site before it is played", async () => {
  render(<Gallery car={car} search={null} onClose={close} />);
  expect(screen.getByText("1 / 3")).toBeVisible();
  expect(document.querySelector("iframe")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Play the video of the Toyota 4Runner" }));
  expect(document.querySelector("iframe")?.src).toBe(
    "https://www.youtube-nocookie.com/embed/abc?rel=0&autoplay=1",
  );
});

it("says what a day costs before there are dates", () => {
  render(<Gallery car={car} search={null} onClose={close} />);
  expect(screen.getByRole("table", { name: "Daily rate by rental length" })).toHaveTextContent("€63");
});

it("goes round: from the last picture to the video, and before the first picture as well", async () => {
  render(<Gallery car={car} search={null} onClose={close} />);
  const play = () => screen.queryByRole("button", { name: /Play the video/ });
  await userEvent.click(screen.getByRole("button", { name: "Previous photo" }));
  expect(screen.getByAltText("The front")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Next photo" }));
  expect(play()).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Photos" }));
  expect(screen.getByAltText("The side")).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  expect(play()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(close).toHaveBeenCalled();
});

it("follows a finger across the picture, and lets one that scrolls pass", () => {
  render(<Gallery car={{ ...car, film: null }} search={null} onClose={close} />);
  const swipe = (x: number, y: number) => {
    const picture = screen.getByRole("img");
    const start = [{ clientX: 200, clientY: 100 }];
    fireEvent.touchStart(picture, { touches: start, changedTouches: start });
    fireEvent.touchEnd(picture, { touches: [], changedTouches: [{ clientX: x, clientY: y }] });
  };
  swipe(120, 110);
  expect(screen.getByAltText("The front")).toBeVisible();
  swipe(120, 400);
  expect(screen.getByAltText("The front")).toBeVisible();
  swipe(290, 100);
  expect(screen.getByAltText("The side")).toBeVisible();
});

it("has no tabs without a video, and says so without pictures", () => {
  const { rerender } = render(<Gallery car={{ ...car, film: null }} search={null} onClose={close} />);
  expect(screen.queryByRole("button", { name: "Video" })).toBeNull();
  expect(screen.getByAltText("The side")).toBeVisible();
  rerender(<Gallery key="empty" car={{ ...car, film: null, images: [] }} search={null} onClose={close} />);
  expect(screen.getByText("No images available")).toBeVisible();
  expect(screen.getByText("Please check back later")).toBeVisible();
});
