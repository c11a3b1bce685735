/** Browser storage that may be full, forbidden or absent: reading gives null, writing says whether it worked. */
export interface SafeStorage {
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

function safe(find: () => Storage): SafeStorage {
  return {
    get(key) {
      try {
        return find().getItem(key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        find().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove(key) {
      try {
        find().removeItem(key);
      } catch {
        // Nothing was kept, so nothing needs to go.
      }
    },
  };
}

export const localStore = safe(() => window.localStorage);
export const sessionStore = safe(() => window.sessionStorage);

/** Parses what was stored; anything unreadable counts as nothing. */
export function readJson<T>(store: SafeStorage, key: string): T | null {
  const text = store.get(key);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
