import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { inLanguage } from "@/features/console/shared/language";
import { api, bodyOf } from "@/lib/api";

const hasAnswers = ({ values = [] }: { values?: string[] }) => values.length > 0;

/** The quiz on paper: every question with its codes and skip rules. Nothing is sent from here. */
export function Component() {
  const { t } = useLingui();
  const quiz = useQuery({
    queryKey: ["/api/quiz/definition", "current", inLanguage()],
    queryFn: () =>
      bodyOf(api.GET("/api/quiz/definition", { params: { query: { ...inLanguage(), experiment: "none" } } })),
  });
  const version = quiz.data?.version;
  return (
    <>
      <PageHeader
        title={t`Quiz test`}
        description={
          version
            ? t`The current quiz (${version}), for checking advertisements against it. Nothing is recorded on this page.`
            : t`The current quiz, for checking advertisements against it. Nothing is recorded on this page.`
        }
      />
      <div className="mt-6">
        <QueryBoundary query={quiz}>
          {({ questions }) => (
            <ol className="grid gap-4 xl:grid-cols-2">
              {questions.map((question) => (
                <li key={question.id} className="rounded-card border border-line bg-panel p-4">
                  <h2 className="font-semibold">
                    <code className="mr-2 rounded bg-stone px-1.5 py-0.5 text-sm">{question.id}</code>
                    {question.text}
                  </h2>
                  {question.skipWhen?.filter(hasAnswers).map((rule) => (
                    <p key={rule.questionId} className="mt-1 text-sm font-medium text-pine">
                      <Trans>
                        Skipped when {{ question: rule.questionId }} was{" "}
                        {{ answers: oneOf(rule.values ?? []) }}.
                      </Trans>
                    </p>
                  ))}
                  <ul className="mt-3 divide-y divide-line text-sm">
                    {question.options.map((option) => (
                      <li key={option.value} className="flex items-baseline justify-between gap-4 py-1.5">
                        {option.label}
                        <code className="shrink-0 text-muted">{option.value}</code>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          )}
        </QueryBoundary>
      </div>
    </>
  );
}

/** Any of these: a or b or c. */
function oneOf(values: readonly string[]): string {
  return values.reduce((one, other) => t`${one} or ${other}`);
}
