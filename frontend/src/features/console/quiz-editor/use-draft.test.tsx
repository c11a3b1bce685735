import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "@/testing/render";
import { type Editor, editorQuery, type StoredDraft } from "./api";
import { DraftBar } from "./components/draft-bar";
import { emptyQuiz, type Quiz, withQuestion } from "./rules/quiz";
import { useDraft } from "./use-draft";

vi.mock("@/lib/site-config", () => ({ siteConfig: () => ({ tenant: { timezone: "Asia/Tbilisi" } }) }));

let stored: StoredDraft | null;
let answers: (() => void)[];

const draftOf = (quiz: Quiz, revision: number) =>
  ({
    quiz,
    revision,
    problems: [],
    branches: {},
    updatedBy: "Nino",
    updatedAt: "2026-11-01T08:00:00Z",
  }) as unknown as StoredDraft;

const started: Quiz = { ...emptyQuiz, questions: [{ id: "q1", text: "Where to?", options: [] }] };

beforeEach(() => {
  stored = draftOf(started, 1);
  answers = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json({ draft: stored, versions: [], languages: ["en"] });
    const { quiz, revision } = (await request.json()) as { quiz: Quiz; revision: number };
    await new Promise<void>((answer) => answers.push(answer));
    if (revision !== (stored?.revision ?? 0))
      return Response.json(
        { success: false, error: "QuizDraftChanged", message: "Changed" },
        { status: 409 },
      );
    stored = draftOf(quiz, revision + 1);
    return Response.json({ success: true, draft: stored });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Frame({ editor }: { editor: Editor }) {
  const draft = useDraft(editor, started, null);
  return (
    <>
      <DraftBar draft={draft} onEnd={() => {}} />
      <input
        aria-label="Question"
        value={draft.quiz.questions[0]?.text}
        onChange={({ target }) => draft.change((quiz) => withQuestion(quiz, 0, { text: target.value }))}
      />
    </>
  );
}

function Page() {
  const { data } = useQuery(editorQuery);
  return data ? <Frame editor={data} /> : null;
}

async function open() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Question");
}

const field = () => screen.getByLabelText<HTMLInputElement>("Question");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save draft" }));
async function answer(place: number) {
  await waitFor(() => expect(answers.length).toBeGreaterThan(place));
  answers[place]?.();
}

test("a new draft is saved as it is, and what is typed in the meantime stays", async () => {
  stored = null;
  await open();
  expect(screen.getByText("Not saved yet")).toBeTruthy();
  save();
  await waitFor(() => expect(answers.length).toBe(1));
  type("Where are you going?");
  await answer(0);
  await waitFor(() => expect(stored?.quiz.questions[0]?.text).toBe("Where to?"));
  expect(field().value).toBe("Where are you going?");
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save draft" }).disabled).toBe(false),
  );
  save();
  await answer(1);
  await waitFor(() => expect(stored?.quiz.questions[0]?.text).toBe("Where are you going?"));
});

test("a draft that a colleague saved in the meantime is a conflict to resolve", async () => {
  await open();
  type("Mine");
  stored = draftOf(withQuestion(started, 0, { text: "Theirs" }), 5);
  save();
  await answer(0);
  const dialog = within(await screen.findByRole("dialog"));
  const questions = within(dialog.getByRole("group", { name: "Questions" }));
  expect(questions.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Theirs", "Mine"]);
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await answer(1);
  await waitFor(() => expect(stored).toMatchObject({ revision: 6, quiz: { questions: [{ text: "Mine" }] } }));
});
