import "@testing-library/jest-dom/vitest";
import { afterAll, afterEach, vi } from "vitest";

// Files share a process and its document, which saves most of their time. Each begins without the modules, the page
// and the stored values of the one before.
vi.resetModules();
history.replaceState(null, "", "/");
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();

const { cleanup, configure } = await import("@testing-library/react");
// A busy machine takes its time; what never comes is still found.
configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);
// What is imported late would be a module of the next file.
afterAll(() => vi.dynamicImportSettled());
