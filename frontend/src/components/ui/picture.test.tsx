import { cleanup, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Picture } from "./picture";

const saving = vi.hoisted(() => ({ saves: false, server: false }));
vi.mock("@/lib/preferences", () => ({
  savesData: () => saving.saves,
  serverSaves: () => saving.server,
}));

const car = { src: "/car.jpg", avif: "/car-480.avif 480w, /car-1600.avif 1600w", alt: "A car" };
const sizesOf = (element: React.ReactElement) =>
  render(element).container.querySelector("source")?.getAttribute("sizes");

it("requests the width at which it is displayed", () => {
  saving.saves = false;
  expect(sizesOf(<Picture picture={car} sizes="50vw" />)).toBe("50vw");
});

it("asks for the smallest where data is saved, but not for a second size of what the server asked for ahead", () => {
  saving.saves = true;
  expect(sizesOf(<Picture picture={car} sizes="50vw" />)).toBe("1px");
  cleanup();
  expect(sizesOf(<Picture picture={car} sizes="50vw" isFirst />)).toBe("50vw");
  cleanup();
  saving.server = true;
  expect(sizesOf(<Picture picture={car} sizes="50vw" isFirst />)).toBe("1px");
});
