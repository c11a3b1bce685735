import { expect, it } from "vitest";
import { platformJson } from "@/testing/seeds";
import { likelyEmail } from "./mail-domain";

// The same cases that the server's rule runs.
const cases = platformJson<[string, string | null][]>("tests/test_core/mail_domain_vectors.json");

it.each(cases)("%s: %s", (typed, suggestion) => expect(likelyEmail(typed)).toBe(suggestion));
