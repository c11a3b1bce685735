import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import {
  type Brand,
  brandQuery,
  type Colors,
  colorsQuery,
  dropDraft,
  keepDraft,
  publishBrand,
  undoBrand,
} from "./api";

type Pictures = Record<string, { mediaId: string }>;

const hex = /^#[0-9a-f]{6}$/;

/** The brand as it is being changed: colours are tried at once, and kept as a draft when asked to. */
export function useBrand(brand: Brand) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { colors: stored, face: storedFace } = brand.draft ?? brand.published;
  const [colors, setColors] = useState<Colors>(stored);
  const [face, setFace] = useState(storedFace);
  // Only those that were chosen again; the others stay as they are.
  const [pictures, setPictures] = useState<Pictures>({});
  // A colour that is half typed is not asked about.
  const whole = Object.values(colors).every((color) => hex.test(color));
  const looked = useQuery({ ...colorsQuery(colors), enabled: whole, placeholderData: keepPreviousData });
  const isSame =
    Object.entries(stored).every(([name, color]) => colors[name] === color) &&
    face === storedFace &&
    Object.keys(pictures).length === 0;
  const change = useMutation({
    mutationFn: (run: () => Promise<Brand>) => run(),
    onSuccess: (answer) => client.setQueryData(brandQuery.queryKey, answer),
    onError: (error) => {
      toast({ kind: "destructive", title: t`Couldn't save`, description: sentenceOf(error) });
    },
  });
  const draft = () => keepDraft({ colors, face, pictures, revision: brand.revision });
  return {
    colors,
    set: (name: string, color: string) => setColors((before) => ({ ...before, [name]: color })),
    face,
    setFace,
    pictures: { ...(brand.draft ?? brand.published).pictures, ...pictures },
    setPicture: (name: string, mediaId: string) =>
      setPictures((before) => ({ ...before, [name]: { mediaId } })),
    repair: () => looked.data && setColors(looked.data.repaired),
    looked: looked.data,
    isSame,
    isReadable: whole && looked.data?.problems.length === 0 && !looked.isPlaceholderData,
    isPending: change.isPending,
    save: () => change.mutate(draft),
    drop: () => change.mutateAsync(dropDraft),
    publish: () =>
      change.mutateAsync(async () => {
        const { revision } = isSame && brand.draft ? brand : await draft();
        return publishBrand(revision);
      }),
    undo: () => change.mutateAsync(() => undoBrand(brand.revision)),
  };
}

export type BrandState = ReturnType<typeof useBrand>;
