// Checks the catalogues of texts against the code and against each other: no text is missing or no longer used, and
// a translation has the placeholders of its original, and each plural form of its language.

import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { parse } from "@messageformat/parser";

const config = getConfig();
const problems = [];

/** Names of the places of a message, tags among them, and of each plural the forms that it has. */
function partsOf(text) {
  const places = new Set([...text.matchAll(/<(\d+|[a-z]\w*)\s*\/?>/gi)].map(([, tag]) => `<${tag}>`));
  const plurals = [];
  const walk = (tokens) => {
    for (const token of tokens) {
      if ("arg" in token) places.add(token.arg);
      if (token.type === "plural" || token.type === "selectordinal") {
        plurals.push({ type: token.type, forms: token.cases.map(({ key }) => key) });
      }
      for (const { tokens: inner } of token.cases ?? []) walk(inner);
    }
  };
  walk(parse(text));
  return { places, plurals };
}

function translationProblem(language, original, translation) {
  const wanted = partsOf(original);
  const given = partsOf(translation);
  const missing = [...wanted.places].filter((name) => !given.places.has(name));
  const unknown = [...given.places].filter((name) => !wanted.places.has(name));
  if (missing.length > 0) return `lacks ${missing.join(", ")}`;
  if (unknown.length > 0) return `has ${unknown.join(", ")}, which the original does not`;
  if (wanted.plurals.length > 0 && given.plurals.length === 0) return "has no plural";
  for (const { type, forms } of given.plurals) {
    const rules = new Intl.PluralRules(language, { type: type === "plural" ? "cardinal" : "ordinal" });
    const lacks = rules.resolvedOptions().pluralCategories.filter((form) => !forms.includes(form));
    if (lacks.length > 0) return `lacks the plural ${lacks.join(", ")}`;
  }
  return null;
}

for (const catalogue of await getCatalogs(config)) {
  const used = await catalogue.collect();
  for (const language of config.locales) {
    const name = catalogue.getFilename(language);
    const stored = (await catalogue.read(language)) ?? {};
    for (const [id, { message }] of Object.entries(used)) {
      if (!stored[id]) problems.push(`${name}: not extracted: ${message}`);
    }
    for (const [id, { message, translation }] of Object.entries(stored)) {
      if (!used[id]) problems.push(`${name}: no longer used: ${message}`);
      else if (language === config.sourceLocale) continue;
      else if (!translation) problems.push(`${name}: not translated: ${message}`);
      else {
        try {
          const problem = translationProblem(language, used[id].message, translation);
          if (problem) problems.push(`${name}: ${problem}: ${translation}`);
        } catch (error) {
          problems.push(`${name}: cannot be read (${error.message}): ${translation}`);
        }
      }
    }
  }
}

if (problems.length > 0) {
  console.error(problems.slice(0, 60).join("\n"));
  console.error(`${problems.length} in all. npm run extract brings the catalogues up to date.`);
  process.exitCode = 1;
}
