import { useLingui } from "@lingui/react/macro";
import { settingsSections } from "@/features/console/shared/titles";

/** Every section of the page. Settings with a page of their own are the tabs above. */
export function Contents() {
  const { t } = useLingui();
  return (
    <nav aria-label={t`Sections`} className="hidden lg:sticky lg:top-6 lg:block">
      <ul>
        {settingsSections.map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block min-h-11 rounded-xl px-3 py-2.5 text-sm font-semibold text-slate hover:bg-stone"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
