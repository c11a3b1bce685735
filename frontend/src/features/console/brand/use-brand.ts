import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { changedFields } from "@/components/forms/merge";
import { useVersionedForm } from "@/components/forms/use-versioned-form";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import {
  type Brand,
  brandQuery,
  type Colors,
  colorsQuery,
  type Face,
  keepDraft,
  type Layout,
  type Scheme,
} from "./api";

interface Look {
  colors: Colors;
  face: Face;
  layout: Layout;
  scheme: Scheme;
  pictures: Brand["published"]["pictures"];
}

type Chosen = Record<string, { mediaId: string }>;

const hex = /^#[0-9a-f]{6}$/;

/** State of the brand editor. Colors are previewed immediately and stored as a draft on save. */
export function useBrand(brand: Brand) {
  const { t } = useLingui();
  const form = useVersionedForm<Brand, Look, string>({
    query: brandQuery,
    data: brand,
    read({ draft, published, revision }) {
      const { colors, face, layout, scheme, pictures } = draft ?? published;
      return { values: { colors, face, layout, scheme, pictures }, revision };
    },
    // Only pictures that were chosen again: the others stay as they are.
    save: ({ pictures, ...chosen }, revision, base) =>
      keepDraft({ ...chosen, pictures: changedFields(base.pictures, pictures) as Chosen, revision }),
  });
  const { colors } = form.values;
  // A colour that is half typed is not asked about.
  const isWhole = Object.values(colors).every((color) => hex.test(color));
  const { data: looked, isPlaceholderData } = useQuery({
    ...colorsQuery(colors),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const change = useMutation({
    mutationFn: (run: () => Promise<Brand>) => run(),
    onSuccess: form.replace,
    onError: (error) =>
      toast({ kind: "destructive", title: t`Couldn't save`, description: sentenceOf(error) }),
  });
  return {
    form,
    looked,
    isReadable: isWhole && looked?.problems.length === 0 && !isPlaceholderData,
    isPending: form.isSaving || change.isPending,
    /** Takes another brand in place of what was tried. */
    replaceBy: (run: () => Promise<Brand>) => change.mutateAsync(run).catch(() => undefined),
  };
}

export type BrandState = ReturnType<typeof useBrand>;
