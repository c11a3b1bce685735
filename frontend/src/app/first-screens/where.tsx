import type { ReactNode } from "react";
import { when } from "./placeholders";

/** Drawn for companies that have this. */
export function Where({ path, children }: { path: string; children: ReactNode }) {
  const { start, end } = when(path);
  return (
    <>
      {start}
      {children}
      {end}
    </>
  );
}
