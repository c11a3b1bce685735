import { mayStore } from "@/lib/consent";

/** A short text that depends on how this device draws letters. Empty where canvases are blocked. */
function canvasImage(): string {
  try {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    if (!context) return "";
    context.font = "16px serif";
    context.fillText("Abano 4x4 ღ Ж", 2, 20);
    return canvas.toDataURL();
  } catch {
    return "";
  }
}

/** FNV-1a in two 32-bit lanes: short, quick, no secret. */
function hash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + i), 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

let known: string | undefined;

/** The device's fingerprint, or undefined when the visitor's consent is needed and was not given. */
export function deviceFingerprint(): string | undefined {
  if (!mayStore()) return undefined;
  known ??= hash(
    [
      navigator.userAgent,
      navigator.language,
      `${screen.width}x${screen.height}`,
      String(new Date().getTimezoneOffset()),
      navigator.platform,
      canvasImage(),
    ].join("|"),
  );
  return known;
}
