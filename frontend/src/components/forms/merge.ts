/** A field with different values of two users. Fields of objects are compared one by one, lists as a whole. */
export interface Difference {
  /** "contacts.email" */
  path: string;
  mine: unknown;
  theirs: unknown;
  /** Changed by the current user; otherwise only by the other one. */
  isMine: boolean;
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Pictures and formatted texts are values without separate fields. */
function isFields(value: unknown): value is Fields {
  return isObject(value) && !["mediaId", "src", "type"].some((name) => name in value);
}

/** Whether two values are equal. A missing field equals undefined, and an object with only undefined fields. */
export function isSame(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true;
  if (first === undefined || second === undefined) return isEmpty(first ?? second);
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((item, place) => isSame(item, second[place]));
  return isObject(first) && isObject(second)
    ? keysOf(first, second).every((key) => isSame(first[key], second[key]))
    : false;
}

/** A displayed field that was never filled. */
function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((inner) => inner === undefined || isEmpty(inner));
}

function keysOf(...values: Fields[]): string[] {
  return [...new Set(values.flatMap(Object.keys))];
}

/** The top-level fields of `next` that differ. */
export function changedFields<T extends object>(before: T, next: T): Partial<T> {
  const changed = Object.entries(next).filter(([name, value]) => !isSame((before as Fields)[name], value));
  return Object.fromEntries(changed) as Partial<T>;
}

export function differencesOf(base: unknown, mine: unknown, theirs: unknown, path = ""): Difference[] {
  if (isSame(mine, theirs)) return [];
  if (!isFields(mine) || !isFields(theirs)) return [{ path, mine, theirs, isMine: !isSame(base, mine) }];
  return keysOf(mine, theirs).flatMap((key) =>
    differencesOf(
      isFields(base) ? base[key] : undefined,
      mine[key],
      theirs[key],
      path ? `${path}.${key}` : key,
    ),
  );
}

/** `theirs` with the changes from `base` to `mine`. `keepsMine` overrides this per field. */
export function mergeEdits<T>(
  base: T,
  mine: T,
  theirs: T,
  keepsMine: (difference: Difference) => boolean = (difference) => difference.isMine,
): T {
  return merged(base, mine, theirs, "", keepsMine) as T;
}

function merged(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  path: string,
  keepsMine: (difference: Difference) => boolean,
): unknown {
  if (isSame(mine, theirs)) return theirs;
  if (!isFields(mine) || !isFields(theirs))
    return keepsMine({ path, mine, theirs, isMine: !isSame(base, mine) }) ? mine : theirs;
  const fields = keysOf(theirs, mine).map((key) => [
    key,
    merged(
      isFields(base) ? base[key] : undefined,
      mine[key],
      theirs[key],
      path ? `${path}.${key}` : key,
      keepsMine,
    ),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
