/** Hands a file to the visitor. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  window.setTimeout(() => URL.revokeObjectURL(address), 1000);
}
