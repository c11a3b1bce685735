import { ChevronDown } from "lucide-react";

/** Questions that open one by one, by the browser's own means. */
export function FaqList({ questions }: { questions: { question: string; answer: string }[] }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-panel">
      {questions.map((item) => (
        <details key={item.question} className="group px-5">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 py-3 font-semibold">
            {item.question}
            <ChevronDown
              aria-hidden
              size={20}
              className="shrink-0 transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="pb-5 text-slate">{item.answer}</p>
        </details>
      ))}
    </div>
  );
}
