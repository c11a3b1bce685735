// Writes first-screens.json beside index.html: what pages show before their scripts have come, drawn from the
// components in each language, with a place for each of a company's texts. The server fills them in.
import { writeFile } from "node:fs/promises";

process.env.NODE_ENV = "production";
const { createServer } = await import("vite");
const vite = await createServer({
  mode: "production",
  appType: "custom",
  logLevel: "warn",
  optimizeDeps: { noDiscovery: true, include: [] },
  server: { middlewareMode: true, ws: false },
});
const { renderFirstScreens } = await vite.ssrLoadModule("/src/app/first-screens/render.tsx");
await writeFile("dist/first-screens.json", JSON.stringify(await renderFirstScreens()));
await vite.close();
