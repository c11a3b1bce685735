/**
 * Browser storage that may be full, forbidden or absent: reading gives null, writing says whether it worked.
 * While the visitor's consent is missing, everything stays in this page's memory instead.
 */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

/** What stays in memory: nothing, all but forms, or all of it. */
export type Held = "nothing" | "tracking" | "everything";

interface Store {
  memory: Map<string, string>;
  find: () => Storage;
}

// What someone who signs in asks for is no tracking: an admin's colours, an affiliate's sign-in, the
// language that a visitor chose.
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
 * What the visitor types into a form of ours, kept until the tab closes. The service asked for needs it, so it
 * waits for no consent, and ends only with a refusal; nothing about advertising may go in here.
 */
export const formStore = safe(() => window.sessionStorage, false);

/**
 * Decides what is kept in memory from now on. What has gathered there and may be stored again is stored; with
 * everything held, what the browser keeps of this site moves into memory, so that nothing outlives the page.
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
  // Two stores share one storage: each takes its copy before anything goes.
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
 * The visitor goes to the same page in another language: what only this page's memory has, because nothing may be
 * stored, goes along, and is gone from storage as soon as that page is there.
 */
export function handover(): void {
  const memories = stores.map(({ memory }) => [...memory]);
  if (memories.every((memory) => memory.length === 0)) return;
  attempt(() => window.sessionStorage.setItem(parcel, JSON.stringify({ held, memories })), undefined);
}

/** Takes what the page before handed over. Answers what was to stay in memory there; null when nothing came. */
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

/** Parses what was stored; anything unreadable counts as nothing. */
export function readJson<T>(store: SafeStorage, key: string): T | null {
  const text = store.get(key);
  if (text === null) return null;
  return attempt(() => JSON.parse(text) as T, null);
}
