import { Trans, useLingui } from "@lingui/react/macro";
import { TextField } from "@/components/ui/field";
import { type BotCheckChange, put, type Settings } from "../api";
import { useSection } from "../use-section";
import { SecretField } from "./secret-field";
import { SectionForm } from "./section-form";

/** The keys of reCAPTCHA. */
export function BotCheckSection({ settings }: { settings: Settings }) {
  const { t } = useLingui();
  const { siteKey, hasSecret, revision } = settings.botCheck;
  const saved: BotCheckChange = { siteKey, secret: null, revision: revision ?? null };
  const section = useSection(saved, put.botCheck);
  const { draft, set, problem } = section;
  return (
    <SectionForm
      id="botCheck"
      title={t`Bot check`}
      description={
        <Trans>
          Google reCAPTCHA, version 3: looked at in silence when somebody books. Off without both keys.
        </Trans>
      }
      settings={settings}
      section={section}
    >
      <TextField
        label={t`Site key`}
        value={draft.siteKey}
        error={problem("siteKey")}
        onChange={(event) => set({ siteKey: event.target.value.trim() })}
      />
      <SecretField
        label={t`Secret`}
        stored={hasSecret ? t`A secret is stored.` : null}
        value={draft.secret ?? null}
        error={problem("secret")}
        onChange={(secret) => set({ secret })}
      />
    </SectionForm>
  );
}
