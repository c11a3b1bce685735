/**
 * Browser storage that may be full, forbidden or absent: reading gives null, writing says whether it worked.
 * While the visitor's consent is missing, everything stays in this page's memory instead.
 */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

let inMemoryOnly = false;
const memories: { memory: Map<string, string>; find: () => Storage }[] = [];

function attempt<T>(action: () => T, otherwise: T): T {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

function safe(find: () => Storage, needsConsent = true): SafeStorage {
  const memory = new Map<string, string>();
  if (!needsConsent) return plain(find, memory);
  memories.push({ memory, find });
  return {
    get: (key) => memory.get(key) ?? (inMemoryOnly ? null : attempt(() => find().getItem(key), null)),
    set(key, value) {
      if (inMemoryOnly) {
        memory.set(key, value);
        return false;
      }
      return attempt(() => {
        find().setItem(key, value);
        return true;
      }, false);
    },
    remove(key) {
      memory.delete(key);
      if (!inMemoryOnly) attempt(() => find().removeItem(key), undefined);
    },
  };
}

function plain(find: () => Storage, memory: Map<string, string>): SafeStorage {
  return {
    get: (key) => memory.get(key) ?? attempt(() => find().getItem(key), null),
    set(key, value) {
      const stored = attempt(() => {
        find().setItem(key, value);
        return true;
      }, false);
      if (!stored) memory.set(key, value);
      return stored;
    },
    remove(key) {
      memory.delete(key);
      attempt(() => find().removeItem(key), undefined);
    },
  };
}

export const localStore = safe(() => window.localStorage);
export const sessionStore = safe(() => window.sessionStorage);
/**
 * What the visitor types into a form of ours, kept until the tab closes. The service asked for needs it, so it
 * waits for no consent; nothing about advertising may go in here.
 */
export const formStore = safe(() => window.sessionStorage, false);

/** Keep nothing in the browser from now on (true), or keep what has gathered in memory and go on storing (false). */
export function keepInMemoryOnly(only: boolean): void {
  inMemoryOnly = only;
  if (only) return;
  for (const { memory, find } of memories) {
    for (const [key, value] of memory) attempt(() => find().setItem(key, value), undefined);
    memory.clear();
  }
}

/** Parses what was stored; anything unreadable counts as nothing. */
export function readJson<T>(store: SafeStorage, key: string): T | null {
  const text = store.get(key);
  if (text === null) return null;
  return attempt(() => JSON.parse(text) as T, null);
}
