import { paths } from "@/config/paths";
import { readContact } from "@/features/site/quiz/quiz-contact";
import { send as deliver } from "@/features/site/shared/outbox";
import { storedClickIds } from "@/features/site/shared/tracking/click-store";
import { deviceFingerprint } from "@/features/site/shared/tracking/fingerprint";
import { clickIdsIn, withClickIds } from "@/features/site/shared/tracking/rules";
import { api, bodyOf } from "@/lib/api";
import { adConsent, consentId, consentState, mayStore } from "@/lib/consent";
import { siteConfig } from "@/lib/site-config";
import { isPreview } from "@/lib/visitors-query";
import { drawnBefore, keepDrawn } from "./experiment";
import { isReturning } from "./returning";
import { type Answers, type Definition, includes, type Question } from "./rules";

/** A company's preview is not tracked. */
const send: typeof deliver = (path, body) => (isPreview() ? Promise.resolve() : deliver(path, body));

/** The questions: of a version, the current ones, or of the draft. */
export async function loadDefinition(version: string | undefined): Promise<Definition> {
  const lang = siteConfig().tenant.language;
  // In the frame of the quiz editor. That of the brand shows the published questions.
  if (new URLSearchParams(window.location.search).get("preview") === "draft")
    return bodyOf(api.GET("/api/admin/quiz/draft/preview", { params: { query: { lang } } }));
  const query = { lang, ...(version ? { version } : drawnBefore()) };
  const definition = await bodyOf(api.GET("/api/quiz/definition", { params: { query } }));
  if (!isPreview()) keepDrawn(definition);
  return definition;
}

/** Click ids of this visit: from the URL, then from the browser. None without consent. */
function visitClickIds() {
  if (!mayStore()) return {};
  const inUrl = clickIdsIn(window.location.search);
  if (Object.keys(inUrl).length > 0) return inUrl;
  return storedClickIds();
}

export function startSession(sessionId: string, { version, experiment }: Definition): Promise<void> {
  const query = new URLSearchParams(window.location.search);
  if (!isPreview()) {
    // Only for statistics: the quiz works without it.
    import("@/features/site/shared/journey/journey").then(
      ({ reach }) => reach("quiz_start", paths.quiz, { sessionId }),
      () => undefined,
    );
  }
  const text = (name: string) => query.get(name)?.slice(0, 200) || undefined;
  return send("/api/quiz/session/start", {
    sessionId,
    deviceFingerprint: deviceFingerprint(),
    ...visitClickIds(),
    utmSource: text("utm_source"),
    utmMedium: text("utm_medium"),
    utmCampaign: text("utm_campaign"),
    utmTerm: text("utm_term"),
    utmContent: text("utm_content"),
    ...(mayStore()
      ? { sourceUrl: window.location.href.slice(0, 2000), referrer: document.referrer.slice(0, 2000) }
      : { sourceUrl: window.location.origin + window.location.pathname }),
    entryPath: window.location.pathname,
    quizVersion: version,
    experimentId: experiment?.id,
    ipAddress: "",
    userAgent: navigator.userAgent.slice(0, 500),
    consentState: consentState(),
    consentId: consentId(),
    adConsent: adConsent(),
    language: siteConfig().tenant.language,
    isReturning: isReturning(sessionId),
  });
}

export function sendView(sessionId: string, questionId: string, version: string): Promise<void> {
  return send("/api/quiz/question-view", { sessionId, questionId, quizVersion: version });
}

function answerText({ options }: Question, value: string): string {
  const chosen = options.filter((option) => includes(value, option.value));
  return (
    chosen
      .map(({ label }) => label)
      .join(", ")
      .slice(0, 1000) || value
  );
}

function answerBody(question: Question, value: string, sequence: number) {
  const { id: questionId, text: questionText, kind } = question;
  if (kind === "text" || kind === "contact") {
    if (!value) return { questionId, questionText, value: "skipped", isSkipped: true, sequence };
    if (kind === "text") return { questionId, questionText, value, sequence };
    const contact = { ...readContact(value), hasConsented: true };
    return { questionId, questionText, value: "given", contact, sequence };
  }
  return {
    questionId,
    questionText,
    value,
    answer: answerText(question, value),
    sequence,
  };
}

export function sendAnswer(
  sessionId: string,
  version: string,
  question: Question,
  value: string,
  sequence: number,
): Promise<void> {
  const answers = [answerBody(question, value, sequence)];
  return send("/api/quiz/answers", { sessionId, quizVersion: version, answers });
}

/** Sends all answers again, then the completion. */
export async function completeSession(
  sessionId: string,
  definition: Definition,
  questions: Question[],
  answers: Answers,
  sequence: number,
): Promise<void> {
  const all = questions.flatMap((question) => {
    const value = answers[question.id];
    return value === undefined ? [] : [answerBody(question, value, sequence)];
  });
  const quizVersion = definition.version;
  if (all.length > 0) await send("/api/quiz/answers", { sessionId, quizVersion, answers: all });
  await send("/api/quiz/session/complete", { sessionId, quizVersion, completionStatus: "completed" });
}

/**
 * The main site after the quiz. On the same site the browser has the session, so the URL does not identify the
 * visitor.
 */
export function homeUrl(search = window.location.search): string {
  const query = new URLSearchParams(withClickIds(search, visitClickIds()));
  query.set("quiz_completed", "true");
  return `/?${query}`;
}
