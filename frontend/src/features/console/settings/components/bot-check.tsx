import { Trans, useLingui } from "@lingui/react/macro";
import { TextInput } from "@/components/forms/fields";
import { type BotCheckChange, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SecretField } from "./secret-field";
import { SectionForm } from "./section-form";

/** The keys of reCAPTCHA. */
export function BotCheckSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const form = useSection<BotCheckChange>(
    "botCheck",
    settings,
    ({ botCheck: { siteKey, revision = null } }) => ({ siteKey, secret: null, revision }),
    put.botCheck,
  );
  return (
    <SectionForm
      id="botCheck"
      title={t`Bot check`}
      description={
        <Trans>
          Google reCAPTCHA, version 3: looked at in silence when someone books. Off without both keys.
        </Trans>
      }
      settings={settings}
      form={form}
    >
      <TextInput control={form.control} name="siteKey" label={t`Site key`} parse={(text) => text.trim()} />
      <SecretField
        control={form.control}
        name="secret"
        label={t`Secret`}
        stored={settings.botCheck.hasSecret ? t`A secret is stored.` : null}
      />
    </SectionForm>
  );
}
