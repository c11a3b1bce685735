import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { topics, topicsWith } from "@/features/console/shared/help-topics";
import { render } from "@/testing/render";
import { GuideText, loadTopic } from "./guide";

const files = Object.keys(import.meta.glob("../../../../../docs/guide/*.md"));

const draw = (topic: string, markdown: string) =>
  render(
    <MemoryRouter>
      <GuideText topic={topic} markdown={markdown} />
    </MemoryRouter>,
  ).container;

test("the list has every page of the guide, each once", () => {
  const names = files.map((file) => file.replace(/^.*\/|\.md$/g, "")).filter((name) => name !== "README");
  expect(topics.map(({ name }) => name).sort()).toEqual(names.sort());
  for (const { title, about } of topics) expect([title, about]).not.toContain("");
});

test("pages are found by title and purpose", () => {
  expect(topicsWith("DEPOSIT").map(({ name }) => name)).toEqual(["money"]);
  expect(topicsWith("no such thing")).toEqual([]);
});

test.each(topics.map(({ name }) => name))("%s: pictures are there, links lead somewhere", async (name) => {
  const page = draw(name, (await loadTopic(name)) ?? "");
  expect(page.querySelectorAll("h1")).toHaveLength(1);
  // Nothing is shown as it is written.
  expect(page.textContent).not.toMatch(/\*\*|\]\(|<img|\| ---/);
  for (const picture of page.querySelectorAll("img")) {
    expect(picture.getAttribute("src")).toMatch(/\.(jpg|png)$/);
    expect(picture.alt).not.toBe("");
  }
  for (const link of page.querySelectorAll("a")) {
    const address = link.getAttribute("href") ?? "";
    if (address.startsWith("https://")) continue;
    const [path = "", part] = address.split("#");
    const topic = new URLSearchParams(path.split("?")[1]).get("topic") ?? "";
    const markdown = await loadTopic(topic);
    expect(markdown, address).not.toBeNull();
    if (part)
      expect(draw(topic, markdown ?? "").querySelector(`#${CSS.escape(part)}`), address).not.toBeNull();
  }
});

test("a page that is not there is not made up, and what leads nowhere is no link", async () => {
  expect(await loadTopic("README")).toBeNull();
  expect(await loadTopic("../../../package")).toBeNull();
  expect(draw("money", "[a file](../operations/backups.md) <b>x</b>").innerHTML).toBe("<p>a file x</p>");
});
