import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";

interface Props {
  hasFilms: boolean;
  onAddress: (address: string) => void;
}

/** Adds what is at an address. */
export function LinkForm({ hasFilms, onAddress }: Props) {
  const { t } = useLingui();
  const [address, setAddress] = useState("");
  return (
    <form
      className="flex w-full max-w-xl gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!address.trim()) return;
        onAddress(address.trim());
        setAddress("");
      }}
    >
      <input
        type="url"
        inputMode="url"
        aria-label={t`URL of an image or video`}
        placeholder={hasFilms ? t`Image, YouTube or Vimeo URL` : t`Image URL`}
        value={address}
        maxLength={2000}
        onChange={(event) => setAddress(event.target.value)}
        className={controlClass("min-w-0 grow")}
      />
      <Button type="submit" look="quiet">
        <Trans>Add</Trans>
      </Button>
    </form>
  );
}
