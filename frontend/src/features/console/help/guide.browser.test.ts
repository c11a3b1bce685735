import { expect, test } from "vitest";
import { topics, topicsWith } from "@/features/console/shared/help-topics";
import { htmlOf, loadTopic } from "./guide";

const files = Object.keys(import.meta.glob("../../../../../docs/guide/*.md"));

test("the list has every page of the guide, each once", () => {
  const names = files.map((file) => file.replace(/^.*\/|\.md$/g, "")).filter((name) => name !== "README");
  expect(topics.map(({ name }) => name).sort()).toEqual(names.sort());
  for (const { title, about } of topics) expect([title, about]).not.toContain("");
});

test("pages are found by title and purpose", () => {
  expect(topicsWith("DEPOSIT").map(({ name }) => name)).toEqual(["money"]);
  expect(topicsWith("no such thing")).toEqual([]);
});

test.each(topics.map(({ name }) => name))(
  "%s: every picture is there, every link leads somewhere",
  async (name) => {
    const page = document.createElement("div");
    page.innerHTML = (await loadTopic(name)) ?? "";
    expect(page.querySelectorAll("h1")).toHaveLength(1);
    for (const picture of page.querySelectorAll("img")) {
      expect(picture.getAttribute("src")).toMatch(/\.(jpg|png)$/);
      expect(picture.alt).not.toBe("");
    }
    for (const link of page.querySelectorAll("a")) {
      const address = link.getAttribute("href") ?? "";
      const [path = "", part] = address.split("#");
      if (address.startsWith("https://")) continue;
      const topic = new URLSearchParams(path.split("?")[1]).get("topic") ?? name;
      const target = document.createElement("div");
      target.innerHTML = (await loadTopic(topic)) ?? "";
      expect(target.innerHTML, address).not.toBe("");
      if (part) expect(target.querySelector(`#${CSS.escape(part)}`), address).not.toBeNull();
    }
  },
);

test("a page that is not there is not made up, and what leads nowhere is no link", async () => {
  expect(await loadTopic("README")).toBeNull();
  expect(await loadTopic("../../../package")).toBeNull();
  expect(htmlOf("[a file](../operations/backups.md)")).toBe("<p>a file</p>\n");
});
