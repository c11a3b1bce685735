// Loads the page's scripts once its first screen, which the server has rendered, is painted: until then they would
// compete with its picture and fonts for the line, and with the painting for the processor.
(() => {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const link of document.querySelectorAll('link[rel="after-paint"]')) link.rel = "modulepreload";
    for (const { src } of document.querySelectorAll('script[type="after-paint"]')) {
      const script = document.createElement("script");
      script.type = "module";
      script.crossOrigin = "";
      script.src = src;
      document.head.append(script);
    }
  };
  // A page in the background is not painted.
  if (document.hidden || document.prerendering) start();
  else {
    requestAnimationFrame(() => setTimeout(start));
    setTimeout(start, 2000);
  }
})();
