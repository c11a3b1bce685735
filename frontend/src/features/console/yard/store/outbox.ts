import { ApiError, sentenceOf } from "@/lib/errors";
import { asBase64 } from "@/lib/pictures";
import { type RecordBody, sendPicture, sendRecord } from "../api";
import { allPictures, allRecords, dropPicture, dropRecord, keepPicture, keepRecord } from "./database";

/** A record with unsent data or pictures. `problem`: why the server refused it. */
export interface WaitingRecord {
  bookingId: string;
  customerName: string;
  body: RecordBody;
  isSent: boolean;
  problem: string | null;
  questions: Question[];
}

export interface Question {
  answer: string;
  message: string;
}

export interface WaitingPicture {
  id: string;
  recordId: string;
  kind: "car" | "damage" | "licence";
  damageId: string | null;
  blob: Blob;
}

export interface Outbox {
  records: WaitingRecord[];
  pictures: number;
}

type Listener = (outbox: Outbox) => void;
const listeners = new Set<Listener>();
const retryMilliseconds = 15_000;

export function onOutbox(listener: Listener): () => void {
  listeners.add(listener);
  void tell();
  return () => listeners.delete(listener);
}

export async function readOutbox(): Promise<Outbox> {
  const records = await allRecords<WaitingRecord>();
  const known = new Set(records.map((each) => each.body.id));
  const pictures = (await allPictures<WaitingPicture>()).filter((each) => known.has(each.recordId));
  return { records, pictures: pictures.length };
}

async function tell(): Promise<void> {
  const outbox = await readOutbox();
  for (const listener of listeners) listener(outbox);
}

/** Stores a record on the phone and sends the queue. Returns the record, with the reason, if it is still queued. */
export async function hand(record: WaitingRecord): Promise<WaitingRecord | null> {
  await keepRecord(record.body.id, record);
  await sendAll();
  return (await allRecords<WaitingRecord>()).find((each) => each.body.id === record.body.id) ?? null;
}

/** Removes an unsent record from the queue; its pictures stay with the draft. */
export async function takeBack(recordId: string): Promise<void> {
  await dropRecord(recordId);
  await tell();
}

export async function addPicture(picture: WaitingPicture): Promise<void> {
  await keepPicture(picture.id, picture);
}

export async function picturesOf(recordId: string): Promise<WaitingPicture[]> {
  return (await allPictures<WaitingPicture>()).filter((each) => each.recordId === recordId);
}

/** Sends the queue in order, from one tab at a time. Undelivered records stay queued. */
export async function sendAll(): Promise<void> {
  await navigator.locks.request("abano_yard_outbox", async () => {
    for (const record of await allRecords<WaitingRecord>()) {
      if (record.problem !== null) continue;
      if (!(await sendOne(record))) break;
      await tell();
    }
  });
  await tell();
}

/** Whether the record was sent or refused, so that the next one can be sent. */
async function sendOne(record: WaitingRecord): Promise<boolean> {
  try {
    if (!record.isSent) {
      await sendRecord(record.bookingId, record.body);
      record.isSent = true;
      await keepRecord(record.body.id, record);
    }
    for (const picture of await picturesOf(record.body.id)) {
      await sendPicture(record.body.id, picture.id, {
        kind: picture.kind,
        damageId: picture.damageId,
        content: await asBase64(picture.blob),
      });
      await dropPicture(picture.id);
      await tell();
    }
    await dropRecord(record.body.id);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || [401, 429].includes(error.status))
      return false;
    await keepRecord(record.body.id, {
      ...record,
      problem: sentenceOf(error),
      questions: questionsOf(error),
    });
    return true;
  }
}

function questionsOf(error: ApiError): Question[] {
  const listed = (error.body?.details as { questions?: Question[] } | undefined)?.questions;
  const said = error.body?.fields ?? [];
  // The field errors have the same messages in the reader's language.
  return (listed ?? []).map(({ answer, message }, index) => ({
    answer,
    message: said[index]?.message ?? message,
  }));
}

/** Retries when the network returns, and periodically. Returns an unsubscribe function. */
export function keepSending(): () => void {
  const send = () => void sendAll();
  const timer = window.setInterval(send, retryMilliseconds);
  window.addEventListener("online", send);
  document.addEventListener("visibilitychange", send);
  send();
  return () => {
    window.clearInterval(timer);
    window.removeEventListener("online", send);
    document.removeEventListener("visibilitychange", send);
  };
}
