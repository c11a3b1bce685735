/** Starts the application that a host of the installation serves: platform/src/abano/operators/console/frame.py. */
const applications: Record<string, () => Promise<unknown>> = {
  console: () => import("@/features/operator/start"),
  "sign-up": () => import("@/features/sign-up/start"),
};
const { app } = JSON.parse(document.getElementById("own-host")?.textContent ?? "{}") as { app?: string };
await applications[app ?? ""]?.();

// A module, which main.tsx waits for.
export {};
