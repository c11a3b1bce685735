import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { cn } from "@/lib/cn";
import { Button, buttonClass } from "./button";
import { controlClass, TextField } from "./field";

afterEach(cleanup);

it("lets the caller's classes win over the kit's, whatever their order in the stylesheet", () => {
  const link = buttonClass("plain", "px-0 min-h-11 text-sm").split(" ");
  expect(link).toEqual(expect.arrayContaining(["px-0", "min-h-11", "text-sm", "text-pine"]));
  expect(link).not.toContain("px-5");
  expect(link).not.toContain("min-h-12");
  const small = controlClass("min-h-11 py-0 pl-10 text-sm").split(" ");
  expect(small).toEqual(expect.arrayContaining(["min-h-11", "pl-10", "text-sm", "px-3.5", "text-ink"]));
  expect(small).not.toContain("text-base");
});

it("merges on the components too, and keeps what nothing contradicts", () => {
  render(<Button className="w-full rounded-full">Go</Button>);
  const go = screen.getByRole("button", { name: "Go" });
  expect(go).toHaveClass("rounded-full", "w-full", "bg-accent", "px-5");
  expect(go).not.toHaveClass("rounded-xl");
  render(<TextField label="Name" className="max-w-sm min-h-10" />);
  expect(screen.getByLabelText("Name")).toHaveClass("min-h-10", "max-w-sm", "border-edge");
  expect(screen.getByLabelText("Name")).not.toHaveClass("min-h-12");
});

it("knows the utilities of styles.css", () => {
  expect(cn("min-h-dvh", "min-h-screen-left")).toBe("min-h-screen-left");
  expect(cn("rounded-card", "rounded-xl")).toBe("rounded-xl");
  expect(cn("text-on-accent", "text-sm")).toBe("text-on-accent text-sm");
  expect(cn("shadow-card", "shadow-none")).toBe("shadow-none");
});

it("is the one way: nowhere are the kit's classes glued together by hand", () => {
  const sources = join(process.cwd(), "src");
  const glued = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith("classes.test.tsx"))
    .filter((file) =>
      /\$\{(?:buttonClass|controlClass)\b|clsx\([^)]*(?:buttonClass|controlClass)\b/.test(
        readFileSync(join(sources, file), "utf8"),
      ),
    );
  expect(glued).toEqual([]);
});
