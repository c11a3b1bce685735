import { prefixOf } from "@/lib/languages";

export interface EmbedChoice {
  kind: "search" | "cars" | "car";
  /** Of the car, if it is one. */
  car: string;
  language: string;
  target: "same" | "new";
}

const heights = { search: 460, cars: 640, car: 160 };

function attributes(given: Record<string, string>): string {
  const escaped = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return Object.entries(given)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
}

/** The path of the page that a frame shows. */
export function embeddedPath({ kind, car, language, target }: EmbedChoice): string {
  const page = kind === "car" ? `cars/${encodeURIComponent(car)}` : kind;
  return `${prefixOf(language)}/embed/${page}${target === "new" ? "?target=new" : ""}`;
}

/** The HTML to paste into another website: the element and the script that puts the frame into it. */
export function scriptCode(origin: string, choice: EmbedChoice): string {
  const { kind, car, language, target } = choice;
  const data = {
    "data-abano": kind,
    ...(kind === "car" ? { "data-car": car } : {}),
    "data-language": language,
    ...(target === "new" ? { "data-target": "new" } : {}),
  };
  // eslint-disable-next-line lingui/no-unlocalized-strings -- HTML
  return `<div${attributes(data)}></div><script async src="${origin}/embed.js"></script>`;
}

/** The same for websites that remove scripts. */
export function frameCode(origin: string, title: string, choice: EmbedChoice): string {
  const style = `display:block;width:100%;border:0;height:${heights[choice.kind]}px`;
  const all = { src: origin + embeddedPath(choice), title, loading: "lazy", style };
  return `<iframe${attributes(all)}></iframe>`;
}
