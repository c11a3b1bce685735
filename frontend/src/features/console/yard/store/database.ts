/**
 * What a phone in the yard keeps until it is sent, in IndexedDB: it survives a reload, a closed browser and an empty
 * battery. Everything is gone when somebody signs out, and answers and drafts after three days.
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

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: "key" });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => {
      opened = null;
      reject(request.error);
    };
  });
  return opened;
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
  await run(store, "readwrite", (objects) => objects.put(stamped));
}

async function get<T>(store: Store, key: string): Promise<Stamped<T> | null> {
  return (await run<Stamped<T> | undefined>(store, "readonly", (objects) => objects.get(key))) ?? null;
}

async function all<T>(store: Store): Promise<T[]> {
  const found = await run<Stamped<T>[]>(store, "readonly", (objects) => objects.getAll());
  return found.sort((a, b) => a.at - b.at).map((each) => each.value);
}

async function remove(store: Store, key: string): Promise<void> {
  await run(store, "readwrite", (objects) => objects.delete(key));
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

/** Answers and drafts that are too old to be true. What waits to be sent stays. */
export async function tidy(): Promise<void> {
  const oldest = Date.now() - keptMilliseconds;
  for (const store of ["snapshots", "drafts"] as const) {
    const found = await run<Stamped<unknown>[]>(store, "readonly", (objects) => objects.getAll());
    for (const { key } of found.filter(({ at }) => at < oldest)) await remove(store, key);
  }
}

/** Whoever signs out leaves nothing of the customers on the phone. */
export async function clearAll(): Promise<void> {
  for (const store of stores) await run(store, "readwrite", (objects) => objects.clear());
}
