/** The outside service, as much of it as we use. */
export interface Provider {
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Provider & { ready(whenReady: () => void): void };
  }
}

let loading: Promise<Provider> | undefined;

/** Loads the service's script, once a page; a failed load may be tried again. Only configured sites come here. */
export function loadProvider(siteKey: string): Promise<Provider> {
  loading ??= insertScript(siteKey).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function insertScript(siteKey: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.async = true;
    script.onload = () => {
      const provider = window.grecaptcha;
      if (provider) provider.ready(() => resolve(provider));
      else reject(new Error("The bot check's script brought nothing."));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("The bot check's script could not be loaded."));
    };
    document.head.append(script);
  });
}
