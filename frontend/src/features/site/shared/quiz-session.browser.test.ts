import { beforeEach, expect, it } from "vitest";
import { currentQuizSessionId, endQuizSession, ensureQuizSessionId } from "./quiz-session";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
});

it("keeps one id while the quiz runs, and makes a new one for the next quiz", () => {
  const first = ensureQuizSessionId();
  expect(first).toMatch(/^quiz_\d+_\w+$/);
  expect(ensureQuizSessionId()).toBe(first);
  endQuizSession(first);
  expect(currentQuizSessionId()).toBe(first);
  expect(ensureQuizSessionId()).not.toBe(first);
});

it("takes the id from the address after the quiz, and nothing that is none", () => {
  window.history.replaceState(null, "", "/?sessionId=quiz_1_abc");
  expect(currentQuizSessionId()).toBe("quiz_1_abc");
  window.history.replaceState(null, "", "/booking?sessionId=<script>");
  expect(currentQuizSessionId()).toBe("quiz_1_abc");
});
