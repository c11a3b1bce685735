/**
 * Unsent data of a phone in the yard, in IndexedDB: it survives a reload, a closed browser and an empty battery.
 * Where the browser refuses IndexedDB or the phone is full, an entry stays in this page's memory and `onUnstored`
 * reports it. Everything is deleted after sign-out, and cached responses and drafts after three days.
 */
const name = "abano_yard";
const stores = ["snapshots", "drafts", "records", "pictures"] as const;
const keptMilliseconds = 3 * 24 * 3600 * 1000;

type Store = (typeof stores)[number];

interface Stamped<T> {
  key: string;
  at: number;
  value: T;
}

// Some browsers never respond in private mode.
const maxOpenMilliseconds = 3_000;

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "key" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("IndexedDB does not open.")), maxOpenMilliseconds);
  });
  return opened;
}

/** Entries that could not be stored, by store and key. They override stored ones. */
const memory = new Map<Store, Map<string, Stamped<unknown>>>(stores.map((store) => [store, new Map()]));
const listeners = new Set<() => void>();

/** Whether an entry exists only in this page, and is lost when it closes. */
export function hasUnstored(): boolean {
  return (["drafts", "records", "pictures"] as const).some((store) => entriesInMemory(store).size > 0);
}

export function onUnstored(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function entriesInMemory(store: Store): Map<string, Stamped<unknown>> {
  return memory.get(store) ?? new Map();
}

function changeMemory(change: () => void): void {
  const before = hasUnstored();
  change();
  if (hasUnstored() !== before) for (const listener of listeners) listener();
}

async function run<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, mode);
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

async function put<T>(store: Store, key: string, value: T): Promise<void> {
  const stamped: Stamped<T> = { key, at: Date.now(), value };
  try {
    await run(store, "readwrite", (objects) => objects.put(stamped));
    changeMemory(() => entriesInMemory(store).delete(key));
  } catch {
    changeMemory(() => entriesInMemory(store).set(key, stamped));
  }
}

async function get<T>(store: Store, key: string): Promise<Stamped<T> | null> {
  const unstored = entriesInMemory(store).get(key) as Stamped<T> | undefined;
  if (unstored) return unstored;
  const stored = run<Stamped<T> | undefined>(store, "readonly", (objects) => objects.get(key));
  return (await stored.catch(() => undefined)) ?? null;
}

async function entries<T>(store: Store): Promise<Stamped<T>[]> {
  const stored = await run<Stamped<T>[]>(store, "readonly", (objects) => objects.getAll()).catch(() => []);
  const unstored = entriesInMemory(store) as Map<string, Stamped<T>>;
  return [...stored.filter(({ key }) => !unstored.has(key)), ...unstored.values()].sort(
    (a, b) => a.at - b.at,
  );
}

async function all<T>(store: Store): Promise<T[]> {
  return (await entries<T>(store)).map(({ value }) => value);
}

async function remove(store: Store, key: string): Promise<void> {
  changeMemory(() => entriesInMemory(store).delete(key));
  await run(store, "readwrite", (objects) => objects.delete(key)).catch(() => undefined);
}

export const keepSnapshot = <T>(key: string, value: T) => put("snapshots", key, value);
export const readSnapshot = <T>(key: string) => get<T>("snapshots", key);
export const keepDraft = <T>(key: string, value: T) => put("drafts", key, value);
export const readDraft = async <T>(key: string) => (await get<T>("drafts", key))?.value ?? null;
export const dropDraft = (key: string) => remove("drafts", key);
export const keepRecord = <T>(key: string, value: T) => put("records", key, value);
export const allRecords = <T>() => all<T>("records");
export const dropRecord = (key: string) => remove("records", key);
export const keepPicture = <T>(key: string, value: T) => put("pictures", key, value);
export const allPictures = <T>() => all<T>("pictures");
export const dropPicture = (key: string) => remove("pictures", key);

/** Deletes outdated responses and drafts. Unsent records are kept. */
export async function tidy(): Promise<void> {
  const oldest = Date.now() - keptMilliseconds;
  for (const store of ["snapshots", "drafts"] as const) {
    const found = (await entries(store)).filter(({ at }) => at < oldest);
    for (const { key } of found) await remove(store, key);
  }
}

/** Signing out removes all customer data from the phone. */
export async function clearAll(): Promise<void> {
  for (const store of stores) {
    changeMemory(() => entriesInMemory(store).clear());
    await run(store, "readwrite", (objects) => objects.clear()).catch(() => undefined);
  }
}
