import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";

interface Props {
  hasFilms: boolean;
  onUrl: (url: string) => void;
}

/** Adds what is at a URL. */
export function LinkForm({ hasFilms, onUrl }: Props) {
  const { t } = useLingui();
  const form = useForm({ defaultValues: { url: "" } });
  return (
    <form
      className="flex w-full max-w-xl gap-2"
      onSubmit={(event) => {
        event.stopPropagation();
        void form.handleSubmit(({ url }) => {
          if (!url.trim()) return;
          onUrl(url.trim());
          form.reset();
        })(event);
      }}
    >
      <input
        type="url"
        inputMode="url"
        aria-label={t`URL of an image or video`}
        placeholder={hasFilms ? t`Image, YouTube or Vimeo URL` : t`Image URL`}
        maxLength={2000}
        className={controlClass("min-w-0 grow")}
        {...form.register("url")}
      />
      <Button type="submit" look="quiet">
        <Trans>Add</Trans>
      </Button>
    </form>
  );
}
