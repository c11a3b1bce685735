import { Trans, useLingui } from "@lingui/react/macro";
import { contactSettingsLimits as limits } from "@/api/limits.gen";
import { AreaInput, TextInput } from "@/components/forms/fields";
import { languageName } from "@/lib/i18n";
import { type Contacts, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SectionForm, Wide } from "./section-form";

type Line = Exclude<keyof Contacts, "addresses" | "revision">;

/** How customers reach the company. */
export function ContactsSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection(
    "contacts",
    settings,
    ({ contacts }) => ({ ...contacts, addresses: contacts.addresses ?? {} }),
    put.contacts,
  );
  const { control } = form;
  const line = (name: Line) => ({ control, name, maxLength: limits[name].maxLength });
  const others = settings.languages.slice(1);
  return (
    <SectionForm
      id="contacts"
      title={t`Contacts`}
      description={<Trans>Shown on your site, in emails and on printed documents.</Trans>}
      settings={settings}
      form={form}
    >
      <TextInput label={t`Email`} type="email" {...line("email")} />
      <TextInput label={t`Phone`} type="tel" {...line("phone")} />
      <TextInput
        label={t`Chat number`}
        type="tel"
        hint={t`With its country code. Empty if you offer no chat.`}
        {...line("chatNumber")}
      />
      <TextInput
        label={t`Chat URL`}
        hint={t`Prefix before the number, such as https://wa.me/`}
        inputMode="url"
        {...line("chatUrlBase")}
      />
      <Wide>
        <AreaInput label={t`Address`} rows={2} {...line("address")} />
        {others.map((language) => (
          <AreaInput
            key={language}
            control={control}
            name={`addresses.${language}`}
            label={t`Address in ${{ language: languageName(language) }}`}
            hint={t`Empty: as above.`}
            lang={language}
            rows={2}
            maxLength={limits.address.maxLength}
          />
        ))}
        <TextInput label={t`Link to a map`} inputMode="url" {...line("mapsUrl")} />
        <TextInput
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
