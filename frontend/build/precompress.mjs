// Writes .br and .gz beside every built text file, so that the server only has to pick one.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;
const smallest = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
// Of the block sizes, this one makes the largest script smallest.
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 17 };

const files = await readdir("dist", { recursive: true, withFileTypes: true });
for (const file of files) {
  if (!file.isFile() || !compressible.test(file.name)) continue;
  const path = join(file.parentPath, file.name);
  // Drawings carry the company's colours, so the server writes them again.
  if (path.includes("drawings")) continue;
  const content = await readFile(path);
  if (content.length < smallest) continue;
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
}
