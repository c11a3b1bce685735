import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "@/lib/errors";
import { addLink, type MediaItem, mediaKey } from "./api";
import { sendFile } from "./upload";

/** A file on its way; `problem` says why it did not arrive. */
export interface Upload {
  id: number;
  name: string;
  share: number;
  problem: string | null;
}

let lastId = 0;

/** Sends files one after the other and says how far each is. `onAdded` is called for each that has arrived. */
export function useUploads(onAdded?: (item: MediaItem, isLast: boolean) => void) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  const drop = (id: number) => setUploads((before) => before.filter((upload) => upload.id !== id));

  async function run(id: number, send: () => Promise<MediaItem>, isLast = true) {
    try {
      const item = await send();
      drop(id);
      await client.invalidateQueries({ queryKey: mediaKey });
      onAdded?.(item, isLast);
    } catch (error) {
      change(id, { problem: sentenceOf(error) });
    }
  }

  function begin(name: string): number {
    lastId += 1;
    const id = lastId;
    setUploads((before) => [...before, { id, name, share: 0, problem: null }]);
    return id;
  }

  return {
    uploads,
    drop,
    async addFiles(files: Iterable<File>) {
      const started = [...files].map((file) => ({ file, id: begin(file.name) }));
      for (const { file, id } of started)
        await run(id, () => sendFile(file, (share) => change(id, { share })), id === started.at(-1)?.id);
    },
    addUrl: (url: string) => run(begin(url), () => addLink(url)),
  };
}
