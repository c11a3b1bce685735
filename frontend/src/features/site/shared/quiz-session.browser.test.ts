import { beforeEach, expect, it } from "vitest";
import {
  currentQuizSessionId,
  endQuizSession,
  ensureQuizSessionId,
  takeSessionFromUrl,
} from "./quiz-session";

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

it("takes over the session of a quiz on another site, and leaves none of its ids in the address bar", () => {
  const arrive = (address: string) => {
    window.history.replaceState({ key: "a" }, "", address);
    takeSessionFromUrl();
    return window.location.pathname + window.location.search + window.location.hash;
  };
  const ids = "sessionId=quiz_1_abc&fingerprint=0123456789abcdef";
  expect(arrive(`/?utm_source=x&${ids}&quiz_completed=true#cars`)).toBe(
    "/?utm_source=x&quiz_completed=true#cars",
  );
  expect(window.history.state).toEqual({ key: "a" });
  expect(currentQuizSessionId()).toBe("quiz_1_abc");
  expect(arrive("/booking?sessionId=<script>")).toBe("/booking");
  expect(currentQuizSessionId()).toBe("quiz_1_abc");
  expect(arrive("/?pickup=tbilisi%20airport")).toBe("/?pickup=tbilisi%20airport");
});
