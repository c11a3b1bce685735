import { localStore, readJson } from "@/lib/storage";
import { isPreview } from "@/lib/visitors-query";
import type { Answers } from "./rules";

/** Where a visitor is in the quiz: kept in the browser until it is completed. */
export interface QuizProgress {
  version: string;
  index: number;
  answers: Answers;
  /** Counts answers given, so that the server can distinguish a newer one from a late repeat. */
  sequence: number;
}

const key = "quiz_progress";

export function loadProgress(): QuizProgress | null {
  if (isPreview()) return null;
  return readJson<QuizProgress>(localStore, key);
}

export function saveProgress(progress: QuizProgress): void {
  if (!isPreview()) localStore.set(key, JSON.stringify(progress));
}

export function clearProgress(): void {
  if (!isPreview()) localStore.remove(key);
}
