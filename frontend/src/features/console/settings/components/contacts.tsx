import { Trans, useLingui } from "@lingui/react/macro";
import { contactSettingsLimits as limits } from "@/api/limits.gen";
import { controlClass, Field, TextField } from "@/components/ui/field";
import { languageName } from "@/lib/i18n";
import { type Contacts, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm, Wide } from "./section-form";

type Line = Exclude<keyof Contacts, "addresses" | "revision">;

/** How customers reach the company. */
export function ContactsSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const section = useSection(settings.contacts, put.contacts);
  const { draft, set, problem } = section;
  const line = (name: Line) => ({
    value: draft[name],
    error: problem(name),
    maxLength: limits[name].maxLength,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  });
  const others = settings.languages.slice(1);
  return (
    <SectionForm
      id="contacts"
      title={t`Contacts`}
      description={<Trans>They stand on your site, in emails and on printed documents.</Trans>}
      settings={settings}
      section={section}
    >
      <TextField label={t`Email`} type="email" {...line("email")} />
      <TextField label={t`Phone`} type="tel" {...line("phone")} />
      <TextField
        label={t`Chat number`}
        type="tel"
        hint={t`With its country code. Empty if you offer no chat.`}
        {...line("chatNumber")}
      />
      <TextField
        label={t`Chat address`}
        hint={t`What stands before the number, such as https://wa.me/`}
        inputMode="url"
        {...line("chatUrlBase")}
      />
      <Wide>
        <Address label={t`Address`} {...line("address")} />
        {others.map((language) => (
          <Address
            key={language}
            label={t`Address in ${{ language: languageName(language) }}`}
            hint={t`Empty: as above.`}
            lang={language}
            value={draft.addresses?.[language] ?? ""}
            maxLength={limits.address.maxLength}
            error={problem(`addresses.${language}`)}
            onChange={(event) => set({ addresses: { ...draft.addresses, [language]: event.target.value } })}
          />
        ))}
        <TextField label={t`Link to a map`} inputMode="url" {...line("mapsUrl")} />
        <TextField
          label={t`Address of your site in links`}
          hint={t`Empty: your main domain.`}
          inputMode="url"
          placeholder="https://www.example.com"
          {...line("publicOrigin")}
        />
      </Wide>
    </SectionForm>
  );
}

interface AddressProps {
  label: string;
  hint?: string;
  lang?: string;
  value: string;
  maxLength: number;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

function Address({ label, hint, error, ...rest }: AddressProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <textarea rows={2} className={controlClass("py-2.5")} {...rest} {...props} />}
    </Field>
  );
}
