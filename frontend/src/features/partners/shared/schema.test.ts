import { expect, test } from "vitest";
import { loginSchema, type Registration, registerSchema } from "./schema";

const valid: Registration = {
  name: "Nomad Diaries",
  email: "hello@nomad.example.com",
  paypalEmail: "pay@nomad.example.com",
  phone: "",
  website: "",
  password: "12345678",
  confirmPassword: "12345678",
  notes: "",
};

function problems(change: Partial<Registration>): Record<string, string> {
  const answer = registerSchema.safeParse({ ...valid, ...change });
  return Object.fromEntries((answer.error?.issues ?? []).map((issue) => [issue.path[0], issue.message]));
}

test("a registration needs only name, addresses and a password", () => {
  expect(problems({})).toEqual({});
  expect(problems({ website: "https://nomad.example.com/blog" })).toEqual({});
});

test.each([
  [{ name: " N " }, { name: "Company/Name must be at least 2 characters" }],
  [{ email: "no one" }, { email: "Please enter a valid email address" }],
  [{ paypalEmail: "" }, { paypalEmail: "Please enter a valid PayPal email address" }],
  [{ website: "nomad" }, { website: "Please enter a valid website URL" }],
  [{ website: "javascript:alert(1)" }, { website: "Please enter a valid website URL" }],
  [{ confirmPassword: "12345679" }, { confirmPassword: "Passwords don't match" }],
  [
    { password: "1234567", confirmPassword: "1234567" },
    { password: "Password must be at least 8 characters" },
  ],
])("each field says what is wrong: %o", (change, expected) => {
  expect(problems(change)).toEqual(expected);
});

test("two passwords that differ are refused whatever else is still empty", () => {
  expect(problems({ name: "", confirmPassword: "12345679" })).toEqual({
    name: "Company/Name must be at least 2 characters",
    confirmPassword: "Passwords don't match",
  });
});

test("a login needs a password", () => {
  const answer = loginSchema.safeParse({ email: "a@b.example.com", password: "" });
  expect(answer.error?.issues.map((issue) => issue.message)).toEqual(["Password is required"]);
});
