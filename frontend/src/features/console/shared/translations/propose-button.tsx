import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { proposeTexts, translationQuery } from "./api";

/** Empty texts of one language, and how their proposals are stored. */
interface Gap {
  language: string;
  texts: readonly string[];
  fill: (proposals: readonly (string | null)[]) => void;
}

interface Props {
  source: string;
  gaps: readonly Gap[];
}

/** Fills what is missing in other languages by machine translation. Nothing where the operator has no service. */
export function ProposeButton({ source, gaps }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data } = useQuery(translationQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      let lost = 0;
      for (const { language, texts, fill } of gaps) {
        const proposals = await proposeTexts(source, language, texts);
        lost += proposals.filter((each) => each === null).length;
        // One language after another: what came before a fault is kept.
        fill(proposals);
      }
      return lost;
    },
    onSuccess: (lost) =>
      toast(
        lost > 0
          ? {
              kind: "destructive",
              title: plural(lost, {
                one: "# text could not be translated",
                other: "# texts could not be translated",
              }),
              description: t`A placeholder, a link or markup would have been lost.`,
            }
          : { title: t`Translations added. Check them before you publish.` },
      ),
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't translate`, description: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: translationQuery.queryKey }),
  });
  if (!data?.service || gaps.length === 0) return null;
  return (
    <Button look="quiet" className="min-h-11" disabled={isPending} onClick={() => mutate()}>
      {isPending ? t`Translating…` : t`Propose translation`}
    </Button>
  );
}
