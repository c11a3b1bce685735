import { Link } from "react-router";

interface Props {
  title: string;
  found: readonly { to: string; name: string; text: readonly (string | null)[] }[];
  onClose: () => void;
}

/** What was found of one kind. */
export function FoundGroup({ title, found, onClose }: Props) {
  if (found.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      <ul className="mt-1">
        {found.map(({ to, name, text }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onClose}
              className="block rounded-xl px-3 py-2 hover:bg-stone focus:bg-stone"
            >
              <span className="font-semibold">{name}</span>
              <span className="tabular block text-sm text-slate">{text.filter(Boolean).join(" · ")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
