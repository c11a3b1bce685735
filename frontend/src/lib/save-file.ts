/** Saves a file on the visitor's device. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
