/**
 * Tells the page around this one how high the content is, whenever that changes. The page first says who it is, and
 * only it is told. Returns how to stop.
 */
export function followHeight(content: HTMLElement): () => void {
  const around = window.parent;
  if (around === window) return () => undefined;
  let reader = "";
  const tell = () => {
    if (!reader) return;
    const height = Math.ceil(content.getBoundingClientRect().height);
    around.postMessage({ abano: "height", height }, reader);
  };
  const listen = (event: MessageEvent) => {
    if (event.source !== around || event.data?.abano !== "hello") return;
    reader = event.origin;
    tell();
  };
  window.addEventListener("message", listen);
  const observer = new ResizeObserver(tell);
  observer.observe(content);
  // Says nothing but that someone may answer.
  around.postMessage({ abano: "ready" }, "*");
  return () => {
    window.removeEventListener("message", listen);
    observer.disconnect();
  };
}
