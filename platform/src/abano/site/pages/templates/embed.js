// Puts a company's search, cars or booking button into this page:
// <div data-abano="search|cars|car" data-car="slug" data-language="ka" data-target="new" data-ref="CODE"></div>
// Sets no cookie and stores nothing. The campaign of this page's URL travels in links alone.
(function (languages) {
  "use strict";
  var script = document.currentScript;
  if (!script || typeof URLSearchParams !== "function") return;
  var origin = new URL(script.src).origin;
  var paths = { search: "/embed/search", cars: "/embed/cars", car: "/embed/cars/" };
  var firstHeights = { search: 460, cars: 640, car: 160 };
  var maxHeight = 20000;
  var frames = [];

  function campaign(ref) {
    var given = new URLSearchParams(location.search);
    var carried = new URLSearchParams();
    ["gclid", "gbraid", "wbraid"].forEach(function (name) {
      var value = (given.get(name) || "").trim();
      if (/^[A-Za-z0-9_-]{1,200}$/.test(value)) carried.set(name, value);
    });
    ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"].forEach(function (name) {
      var value = (given.get(name) || "").trim();
      if (value && value.length <= 200) carried.set(name, value);
    });
    var code = (ref || given.get("ref") || "").trim();
    if (/^[A-Za-z0-9][A-Za-z0-9._-]{1,39}$/.test(code)) carried.set("ref", code);
    return carried;
  }

  function languageOf(wanted) {
    var own = document.documentElement.lang;
    var found = [wanted, own, own.split("-")[0]].filter(function (each) {
      return each && Object.prototype.hasOwnProperty.call(languages.offered, each.toLowerCase());
    });
    return languages.offered[(found[0] || languages.first).toLowerCase()];
  }

  function embed(place, after) {
    var data = place.dataset;
    var kind = data.abano;
    if (data.abanoShown || !Object.prototype.hasOwnProperty.call(paths, kind)) return;
    if (kind === "car" && !data.car) return;
    data.abanoShown = "true";
    var language = languageOf(data.language);
    var query = campaign(data.ref);
    if (data.target === "new") query.set("target", "new");
    var path = paths[kind] + (kind === "car" ? encodeURIComponent(data.car) : "");
    var frame = document.createElement("iframe");
    frame.src = origin + language.prefix + path + (String(query) ? "?" + query : "");
    frame.title = data.title || language.titles[kind];
    frame.loading = "lazy";
    frame.style.cssText = "display:block;width:100%;border:0;height:" + firstHeights[kind] + "px";
    frames.push(frame);
    if (after) place.parentNode.insertBefore(frame, place.nextSibling);
    else place.appendChild(frame);
  }

  // A frame announces itself; the reply gives it the origin that its height goes to.
  window.addEventListener("message", function (event) {
    if (event.origin !== origin || !event.data) return;
    frames.forEach(function (frame) {
      if (event.source !== frame.contentWindow) return;
      if (event.data.abano === "ready") event.source.postMessage({ abano: "hello" }, origin);
      var height = Math.ceil(Number(event.data.height));
      if (event.data.abano === "height" && height > 0 && height <= maxHeight) {
        frame.style.height = height + "px";
      }
    });
  });

  function embedAll() {
    document.querySelectorAll("[data-abano]:not(script)").forEach(function (place) {
      embed(place, false);
    });
  }

  if (script.dataset.abano) embed(script, true);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", embedAll);
  else embedAll();
})(__LANGUAGES__);
