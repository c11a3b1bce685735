import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { Button, buttonClass } from "./button";
import { controlClass, TextField } from "./field";

const sources = join(process.cwd(), "src");
const styles = readFileSync(join(sources, "styles.css"), "utf8");
/** The classes in the layer that Tailwind puts below all utilities. */
const kit = /@layer components \{\n(.*?)\n\}/s.exec(styles)?.[1] ?? "";

describe("the kit's classes are below the utilities, so that whatever a caller adds wins", () => {
  it.each([...buttonClass("primary").split(" "), "button-quiet", "button-plain", controlClass(), "skeleton"])(
    "%s",
    (name) => {
      expect(kit).toMatch(new RegExp(`^  \\.${name} \\{$`, "m"));
      expect(styles.replace(kit, "")).not.toMatch(new RegExp(`\\.${name}[ ,{]`));
    },
  );

  it("and nothing sets the order of the layers again, or makes a rule of the kit important", () => {
    expect(styles).toMatch(/^@import "tailwindcss";/);
    expect(styles).not.toMatch(/@layer [\w, ]+;/);
    expect(kit).not.toContain("!");
  });
});

it("keeps the kit's classes and the caller's on the components", () => {
  render(<Button className="w-full rounded-full">Go</Button>);
  expect(screen.getByRole("button", { name: "Go" })).toHaveClass("button", "button-primary", "rounded-full");
  render(<TextField label="Name" className="min-h-10 max-w-sm" />);
  expect(screen.getByLabelText("Name")).toHaveClass("control", "min-h-10", "max-w-sm");
});

it("is the one way: nowhere are the kit's classes glued together by hand", () => {
  const glued = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith("classes.test.tsx"))
    .filter((file) =>
      /\$\{(?:buttonClass|controlClass)\b|clsx\([^)]*(?:buttonClass|controlClass)\b/.test(
        readFileSync(join(sources, file), "utf8"),
      ),
    );
  expect(glued).toEqual([]);
});
