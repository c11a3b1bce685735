interface Props {
  title?: string | undefined;
  text?: string | undefined;
  children: React.ReactNode;
}

/** A section with its heading. Without one it continues the previous section. */
export function Section({ title, text, children }: Props) {
  return (
    <section className="flex flex-col gap-5" aria-label={title || undefined}>
      {(title || text) && (
        <div>
          {title && <h2 className="text-3xl font-bold">{title}</h2>}
          {text && <p className="mt-2 text-slate">{text}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
