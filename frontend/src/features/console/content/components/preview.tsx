import { useLingui } from "@lingui/react/macro";
import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useRef, useState } from "react";

const widths = { phone: 390, desktop: 1440 };
type Device = keyof typeof widths;
const height = 640;

/** The site as it would be with what waits, at the width of a phone or a desk. */
export function Preview({ address }: { address: string }) {
  const { t } = useLingui();
  const [device, setDevice] = useState<Device>("phone");
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(widths.phone);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room / widths[device]);
  const devices = [
    { name: "phone" as const, label: t`Phone`, icon: Smartphone },
    { name: "desktop" as const, label: t`Desktop`, icon: Monitor },
  ];
  return (
    <section aria-label={t`Preview`} className="flex flex-col gap-2">
      <div className="flex gap-1">
        {devices.map(({ name, label, icon: Icon }) => (
          <button
            key={name}
            type="button"
            aria-pressed={device === name}
            onClick={() => setDevice(name)}
            className="inline-flex min-h-11 items-center gap-2 rounded-xl px-3 text-sm font-semibold text-slate hover:bg-stone aria-pressed:bg-stone aria-pressed:text-ink"
          >
            <Icon aria-hidden size={18} />
            {label}
          </button>
        ))}
      </div>
      <div
        ref={frame}
        className="overflow-hidden rounded-card border border-line bg-panel"
        style={{ height, maxWidth: widths[device] }}
      >
        <iframe
          key={address}
          src={address}
          title={t`Preview`}
          style={{ width: widths[device], height: height / scale, transform: `scale(${scale})` }}
          className="origin-top-left"
        />
      </div>
      <p className="text-sm text-muted">{t`Shows what is saved. Visitors see it once it is published.`}</p>
    </section>
  );
}
