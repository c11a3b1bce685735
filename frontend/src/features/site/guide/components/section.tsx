export function Section({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: React.ReactNode;
}) {
  return (
    <section className="flex flex-col gap-5" aria-label={title}>
      <div>
        <h2 className="text-3xl font-bold">{title}</h2>
        {text && <p className="mt-2 text-slate">{text}</p>}
      </div>
      {children}
    </section>
  );
}
