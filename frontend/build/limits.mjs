// Writes the limits of every request body, as the API's description has them: node build/limits.mjs <file>
import { readFile, writeFile } from "node:fs/promises";

// How the description calls a limit, and how the constants do. The one with an x- is ours: of each part of a name.
const names = {
  minimum: "minimum",
  maximum: "maximum",
  minLength: "minLength",
  maxLength: "maxLength",
  "x-part-min-length": "partMinLength",
};

const { paths, components } = JSON.parse(await readFile("openapi.json", "utf8"));
const bodies = Object.values(paths)
  .flatMap((operations) => Object.values(operations))
  .map((operation) => operation.requestBody?.content?.["application/json"]?.schema?.$ref)
  .filter(Boolean);
const nameOf = (reference) => reference.split("/").at(-1);
// Of a body, and of what its lists hold.
const lists = bodies
  .flatMap((reference) => Object.values(components.schemas[nameOf(reference)].properties ?? {}))
  .map((property) => property.items?.$ref)
  .filter(Boolean);
const schemas = [...new Set([...bodies, ...lists].map(nameOf))].sort();

function limitsOf(property) {
  const forms = [property, ...(property.anyOf ?? [])];
  const found = Object.entries(names).map(([name, short]) => [
    short,
    forms.find((form) => name in form)?.[name],
  ]);
  return found.filter(([, value]) => value !== undefined);
}

let text = "// What the server accepts. Written by build/limits.mjs (`make types`) from openapi.json.\n";
for (const schema of schemas) {
  const fields = Object.entries(components.schemas[schema].properties ?? {})
    .map(([field, property]) => [field, limitsOf(property)])
    .filter(([, limits]) => limits.length > 0);
  if (fields.length === 0) continue;
  text += `\nexport const ${schema[0].toLowerCase()}${schema.slice(1)}Limits = {\n`;
  for (const [field, limits] of fields) {
    text += `  ${field}: { ${limits.map(([name, value]) => `${name}: ${value}`).join(", ")} },\n`;
  }
  text += "} as const;\n";
}
await writeFile(process.argv[2], text);
