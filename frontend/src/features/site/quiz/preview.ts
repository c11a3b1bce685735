/** Whether the draft of the quiz is looked at, in the frame of its editor: nothing is sent or kept. */
export function isDraftPreview(): boolean {
  return new URLSearchParams(window.location.search).get("preview") === "draft";
}
