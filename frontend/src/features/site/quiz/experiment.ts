import { localStore, readJson } from "@/lib/storage";
import type { Definition } from "./rules";

/** The version that was drawn here, and in which experiment: no identifier, all who were drawn alike have the same. */
interface Drawn {
  experiment: string;
  arm: string;
}

const key = "quiz_experiment";

/** What keeps a visitor to the version that was drawn before. */
export function drawnBefore(): Partial<Drawn> {
  const drawn = readJson<Drawn>(localStore, key);
  return drawn ? { experiment: drawn.experiment, arm: drawn.arm } : {};
}

export function keepDrawn({ experiment, version }: Definition): void {
  if (experiment) localStore.set(key, JSON.stringify({ experiment: experiment.id, arm: version }));
}
