import { vi } from "vitest";

// Files share a process, which saves most of their time, but no modules.
vi.resetModules();
