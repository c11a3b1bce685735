import { useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { addReviewRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, CheckInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { todayIn } from "@/lib/dates";
import { siteConfig } from "@/lib/site-config";
import { addReview, type Car, type NewReview, reviewsKey } from "../api";

/** What travellers write in, beside the languages of the site. */
const COMMON_LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "ru", "uk", "he", "tr", "ar", "zh"];

interface Props {
  cars: readonly Car[];
  /** Names of sites that reviews came from before. */
  sources: readonly string[];
  timezone: string;
  onClose: () => void;
}

/** Adds one review that a guest wrote on another site. */
export function AddReviewDialog({ cars, sources, timezone, onClose }: Props) {
  const { t, i18n } = useLingui();
  const languages = siteConfig().tenant.languages;
  const names = new Intl.DisplayNames([i18n.locale], { type: "language" });
  const today = todayIn(timezone);
  const form = useForm<NewReview>({
    defaultValues: {
      source: "",
      sourceUrl: "",
      writtenOn: today,
      author: "",
      rating: 5,
      text: "",
      language: languages[0] ?? "en",
      car: null,
      isPublished: true,
    },
  });
  const { control } = form;
  const { source, author, text, writtenOn } = form.watch();
  const submit = useSubmit(
    form,
    async (values: NewReview) => {
      await addReview(values);
    },
    { refresh: [reviewsKey], done: { title: t`Review added` }, onDone: onClose },
  );
  return (
    <DialogForm
      isWide
      title={t`Add review`}
      description={t`A review from another site, such as Google, exactly as the guest wrote it. Only reviews of rentals with you are marked as verified.`}
      submit={submit}
      confirm={t`Add review`}
      isBlocked={!source.trim() || !author.trim() || !text.trim() || !writtenOn}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          control={control}
          name="source"
          label={t`Source`}
          placeholder={t`Such as Google`}
          list="review-sources"
          autoComplete="off"
          maxLength={limits.source.maxLength}
        />
        <datalist id="review-sources">
          {sources.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextInput control={control} name="writtenOn" type="date" max={today} label={t`Written on`} />
        <TextInput
          control={control}
          name="author"
          label={t`Name shown`}
          autoComplete="off"
          maxLength={limits.author.maxLength}
        />
        <SelectInput
          control={control}
          name="rating"
          label={t`Rating`}
          options={[5, 4, 3, 2, 1].map((stars) => [stars, "★".repeat(stars)] as const)}
        />
      </div>
      <AreaInput
        control={control}
        name="text"
        label={t({ message: "Review", context: "by a guest" })}
        rows={5}
        maxLength={limits.text.maxLength}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectInput
          control={control}
          name="language"
          label={t`Language`}
          options={[...new Set([...languages, ...COMMON_LANGUAGES])].map(
            (code) => [code, names.of(code) ?? code] as const,
          )}
        />
        <SelectInput
          control={control}
          name="car"
          label={t`Car (optional)`}
          options={[[null, t`No car`] as const, ...cars.map(({ slug, name }) => [slug, name] as const)]}
        />
      </div>
      <TextInput
        control={control}
        name="sourceUrl"
        type="url"
        label={t`Link (optional)`}
        placeholder="https://"
        autoComplete="off"
        maxLength={limits.sourceUrl.maxLength}
      />
      <CheckInput control={control} name="isPublished" label={t`Publish immediately`} />
    </DialogForm>
  );
}
