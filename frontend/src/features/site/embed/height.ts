/**
 * Sends the height of the content to the embedding page whenever it changes. That page announces its origin first, and
 * only that origin gets messages. Returns a function that stops it.
 */
export function followHeight(content: HTMLElement): () => void {
  const around = window.parent;
  if (around === window) return () => undefined;
  let receiver = "";
  const sendHeight = () => {
    if (!receiver) return;
    const height = Math.ceil(content.getBoundingClientRect().height);
    around.postMessage({ abano: "height", height }, receiver);
  };
  const listen = (event: MessageEvent) => {
    if (event.source !== around || event.data?.abano !== "hello") return;
    receiver = event.origin;
    sendHeight();
  };
  window.addEventListener("message", listen);
  const observer = new ResizeObserver(sendHeight);
  observer.observe(content);
  // Any origin may receive this: it only asks for a reply.
  around.postMessage({ abano: "ready" }, "*");
  return () => {
    window.removeEventListener("message", listen);
    observer.disconnect();
  };
}
