/**
 * Browser storage that may be full, blocked or missing: reading returns null, writing returns whether it succeeded.
 * Without the visitor's consent, all data stays in this page's memory.
 */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

/** Which data stays in memory: nothing, everything but form input, or everything. */
export type Held = "nothing" | "tracking" | "everything";

interface Store {
  memory: Map<string, string>;
  find: () => Storage;
}

// Preferences and sessions of signed-in users are not tracking: an admin's colours, an affiliate's sign-in, the
// language a visitor chose.
const asked = /^(?:admin|affiliate)_|^abano_language$/;
let held: Held = "nothing";
const stores: Store[] = [];

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

function safe(find: () => Storage, needsConsent = true): SafeStorage {
  const memory = new Map<string, string>();
  stores.push({ memory, find });
  const isHeld = (key: string) =>
    !asked.test(key) && (held === "everything" || (needsConsent && held === "tracking"));
  return {
    get: (key) => memory.get(key) ?? (isHeld(key) ? null : attempt(() => find().getItem(key), null)),
    set(key, value) {
      const isStored =
        !isHeld(key) &&
        attempt(() => {
          find().setItem(key, value);
          return true;
        }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, value);
      return isStored;
    },
    remove(key) {
      memory.delete(key);
      if (!isHeld(key)) attempt(() => find().removeItem(key), undefined);
    },
  };
}

export const localStore = safe(() => window.localStorage);
export const sessionStore = safe(() => window.sessionStorage);
/**
 * Input into our forms, kept until the tab closes. The requested service needs it, so it requires no consent and is
 * only dropped after a refusal. Never store advertising data here.
 */
export const formStore = safe(() => window.sessionStorage, false);
/** Where the quiz keeps a contact as fields of the booking form. */
export const contactKey = "quiz_contact";

/**
 * Sets which data stays in memory. Data that may be stored again is written to storage; with "everything", stored
 * data moves into memory, so that nothing outlives the page.
 */
export function holdInMemory(what: Held): void {
  held = what;
  if (what === "nothing") {
    for (const { memory, find } of stores) {
      for (const [key, value] of memory) attempt(() => find().setItem(key, value), undefined);
      memory.clear();
    }
  }
  if (what !== "everything") return;
  // Two stores share one storage, so all are copied before removing keys.
  for (const { memory, find } of stores) {
    for (const key of keysOf(find)) memory.set(key, attempt(() => find().getItem(key), null) ?? "");
  }
  for (const { find } of stores) {
    for (const key of keysOf(find)) attempt(() => find().removeItem(key), undefined);
  }
}

function keysOf(find: () => Storage): string[] {
  return attempt(() => Object.keys(find()).filter((key) => !asked.test(key)), []);
}

const parcel = "handed_over";

/**
 * Called before switching to the page in another language: passes on data that is only in memory. The next page
 * removes it from storage immediately.
 */
export function handover(): void {
  const memories = stores.map(({ memory }) => [...memory]);
  if (memories.every((memory) => memory.length === 0)) return;
  attempt(() => window.sessionStorage.setItem(parcel, JSON.stringify({ held, memories })), undefined);
}

/**
 * Restores the previous page's memory. Returns what had to stay in memory there; null when there is nothing to
 * restore.
 */
export function takeOver(): Held | null {
  const text = attempt(() => window.sessionStorage.getItem(parcel), null);
  if (text === null) return null;
  attempt(() => window.sessionStorage.removeItem(parcel), undefined);
  return attempt(() => {
    const given = JSON.parse(text) as { held: Held; memories: [string, string][][] };
    given.memories.forEach((memory, at) => {
      for (const [key, value] of memory) stores[at]?.memory.set(key, value);
    });
    return given.held;
  }, null);
}

/** Parses a stored value; null if it is invalid. */
export function readJson<T>(store: SafeStorage, key: string): T | null {
  const text = store.get(key);
  if (text === null) return null;
  return attempt(() => JSON.parse(text) as T, null);
}
