import "@testing-library/jest-dom/vitest";
import { configure } from "@testing-library/react";

// A busy machine takes its time; what never comes is still found.
configure({ asyncUtilTimeout: 60_000 });
