import { api, bodyOf } from "@/lib/api";
import type { MediaItem } from "./api";

/** The server takes files in parts of at most a million bytes: a lost one is sent again, not the whole file. */
const partBytes = 1_000_000;
const tries = 3;

/** Sends a file; `onProgress` receives the share that has arrived, 0 to 1. Rejects as API calls do. */
export async function sendFile(file: File, onProgress: (share: number) => void): Promise<MediaItem> {
  const parts: string[] = [];
  for (let start = 0; start < file.size || start === 0; start += partBytes) {
    const part = file.slice(start, start + partBytes);
    const digest = await digestOf(part);
    await sendPart(digest, part);
    parts.push(digest);
    onProgress(Math.min(1, (start + partBytes) / Math.max(1, file.size)));
  }
  return (await bodyOf(api.POST("/api/admin/media/files", { body: { name: file.name, parts } }))).item;
}

async function sendPart(digest: string, part: Blob): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await api.PUT("/api/admin/media/parts/{digest}", {
        params: { path: { digest } },
        body: part as unknown as string,
        bodySerializer: (body: unknown) => body as Blob,
        headers: { "Content-Type": "application/octet-stream" },
      });
      return;
    } catch (error) {
      // A refusal would come again; a broken connection may not.
      if (!(error instanceof TypeError) || attempt === tries) throw error;
    }
  }
}

/** SHA-256 in hex. */
async function digestOf(part: Blob): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await part.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
