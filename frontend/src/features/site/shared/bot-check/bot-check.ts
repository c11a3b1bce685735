import { api, bodyOf } from "@/lib/api";
import { siteConfig } from "@/lib/site-config";
import { sessionStore } from "@/lib/storage";
import { loadProvider, type Provider } from "./provider";

type BotCheckAction = "header_form_submission" | "booking_submission" | "quiz_contact";

interface BotCheckResult {
  success: boolean;
  score?: number | null;
  error?: string | null;
}

// A visitor never waits longer than this for the third-party server.
const maxMilliseconds = 3000;
// eslint-disable-next-line lingui/no-unlocalized-strings -- only logged
const failed = "reCAPTCHA verification failed";
const skipped: BotCheckResult = { success: true };

const disabledKey = "bot_check_disabled";

/**
 * Checks whether a visitor is a bot. It never throws and never blocks anything: failures are only logged. Without
 * configuration or token it succeeds; a site key for another domain disables the check for the session.
 */
export async function checkForBots(
  action: BotCheckAction,
  load: (siteKey: string) => Promise<Provider> = loadProvider,
): Promise<BotCheckResult> {
  const { configured, siteKey } = siteConfig().botCheck;
  if (sessionStore.get(disabledKey) || !configured || !siteKey) return skipped;
  const result = await Promise.race([ask(action, siteKey, load), tooLate()]);
  if (!result.success) console.warn("bot check", action, result.error);
  return result;
}

async function ask(
  action: BotCheckAction,
  siteKey: string,
  load: (siteKey: string) => Promise<Provider>,
): Promise<BotCheckResult> {
  try {
    const token = await (await load(siteKey)).execute(siteKey, { action });
    if (!token) return skipped;
    const answer = await bodyOf(api.POST("/api/recaptcha/verify", { body: { token, action } }));
    return answer.success ? answer : { ...answer, error: answer.error ?? failed };
  } catch (error) {
    if (isDomainError(error)) {
      sessionStore.set(disabledKey, "1");
      return skipped;
    }
    return { success: false, error: error instanceof Error ? error.message : failed };
  }
}

function tooLate(): Promise<BotCheckResult> {
  return new Promise((resolve) => {
    window.setTimeout(() => resolve({ success: false, error: failed }), maxMilliseconds);
  });
}

function isDomainError(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /invalid (domain|site key)|domain.*not|not loaded in api\.js/i.test(text);
}
