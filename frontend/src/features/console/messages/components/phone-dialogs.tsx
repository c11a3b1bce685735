import { Trans, useLingui } from "@lingui/react/macro";
import { useForm } from "react-hook-form";
import {
  phoneChannelRequestLimits as limits,
  phoneTemplateRequestLimits as textLimits,
} from "@/api/limits.gen";
import { useChange } from "@/components/console/use-change";
import { DialogForm } from "@/components/forms/dialog-form";
import { AreaInput, CheckInput, NumberInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { Button } from "@/components/ui/button";
import {
  dropTemplate,
  keepChannel,
  keepTemplate,
  type PhoneChannel,
  phoneChannelsQuery,
  type Template,
} from "../phone-api";

interface AccountValues {
  isEnabled: boolean;
  account: string;
  sender: string;
  token: string;
  appSecret: string;
  verifyToken: string;
  dailyLimit: number;
}

interface TemplateValues {
  body: string;
  templateName: string;
  templateLanguage: string;
  /** Names of placeholders, separated by commas. */
  parameters: string;
}

/** The account at Meta or Twilio. Stored secrets stay as long as their fields are empty. */
export function AccountDialog({ channel, onClose }: { channel: PhoneChannel; onClose: () => void }) {
  const { t } = useLingui();
  const isWhatsApp = channel.channel === "whatsapp";
  const isNew = channel.revision === 0;
  const form = useForm<AccountValues>({
    defaultValues: {
      isEnabled: channel.isEnabled || isNew,
      account: channel.account,
      sender: channel.sender,
      token: "",
      appSecret: "",
      verifyToken: "",
      dailyLimit: channel.dailyLimit,
    },
  });
  const submit = useSubmit(
    form,
    ({ token, appSecret, verifyToken, ...values }: AccountValues) =>
      keepChannel(channel.channel, {
        ...values,
        revision: channel.revision,
        ...(token && { token }),
        ...(appSecret && { appSecret }),
        ...(verifyToken && { verifyToken }),
      }),
    { refresh: [phoneChannelsQuery.queryKey], done: { title: t`Channel saved` }, onDone: onClose },
  );
  const hint = isNew ? undefined : t`Leave empty to keep the stored one.`;
  const secret = { control: form.control, type: "password", autoComplete: "off", hint } as const;
  return (
    <DialogForm
      title={isWhatsApp ? t`WhatsApp account` : t`SMS account`}
      confirm={t`Save`}
      submit={submit}
      onClose={onClose}
    >
      <CheckInput control={form.control} name="isEnabled" label={t`Turned on`} />
      <TextInput
        control={form.control}
        name="account"
        label={isWhatsApp ? t`Phone number ID` : t`Account SID`}
        maxLength={limits.account.maxLength}
        autoComplete="off"
      />
      {!isWhatsApp && (
        <TextInput
          control={form.control}
          name="sender"
          label={t`Sender`}
          hint={t`A number with country code, a name, or the SID of a messaging service`}
          maxLength={limits.sender.maxLength}
          autoComplete="off"
        />
      )}
      <TextInput {...secret} name="token" label={isWhatsApp ? t`Access token` : t`Auth token`} />
      {isWhatsApp && (
        <>
          <TextInput {...secret} name="appSecret" label={t`App secret`} />
          <TextInput {...secret} name="verifyToken" label={t`Verify token`} />
        </>
      )}
      <NumberInput
        control={form.control}
        name="dailyLimit"
        label={t`At most per day`}
        limits={{ minimum: limits.dailyLimit.minimum, maximum: limits.dailyLimit.maximum }}
      />
    </DialogForm>
  );
}

interface TemplateProps {
  channel: PhoneChannel;
  occasion: Template["occasion"];
  language: string;
  title: string;
  placeholders: string[];
  onClose: () => void;
}

/** The text of one message in one language; for WhatsApp as it was approved. */
export function TemplateDialog({ channel, occasion, language, title, placeholders, onClose }: TemplateProps) {
  const { t } = useLingui();
  const known = channel.templates.find((each) => each.occasion === occasion && each.language === language);
  const isWhatsApp = channel.channel === "whatsapp";
  const form = useForm<TemplateValues>({
    defaultValues: {
      body: known?.body ?? "",
      templateName: known?.templateName ?? "",
      templateLanguage: known?.templateLanguage || language,
      parameters: known?.parameters?.join(", ") ?? "",
    },
  });
  const submit = useSubmit(
    form,
    ({ parameters, ...values }: TemplateValues) =>
      keepTemplate(
        { channel: channel.channel, occasion, language },
        { ...values, parameters: parameters.split(/[\s,]+/).filter(Boolean) },
      ),
    { refresh: [phoneChannelsQuery.queryKey], done: { title: t`Text saved` }, onDone: onClose },
  );
  const change = useChange({ refresh: phoneChannelsQuery.queryKey });
  /** From then on it is not sent in this language. */
  async function drop() {
    const isDropped = await change(
      () => dropTemplate({ channel: channel.channel, occasion, language }),
      () => ({ title: t`Text deleted` }),
    );
    if (isDropped) onClose();
  }
  const names = placeholders.map((each) => `{${each}}`).join(" ");
  return (
    <DialogForm title={title} confirm={t`Save`} submit={submit} onClose={onClose}>
      {isWhatsApp && (
        <>
          <TextInput
            control={form.control}
            name="templateName"
            label={t`Template name`}
            hint={t`As approved by Meta`}
            maxLength={textLimits.templateName.maxLength}
          />
          <TextInput
            control={form.control}
            name="templateLanguage"
            label={t`Template language`}
            maxLength={textLimits.templateLanguage.maxLength}
          />
          <TextInput
            control={form.control}
            name="parameters"
            label={t`Parameters`}
            hint={t`Placeholders in the order of the template's parameters, separated by commas: name, reference`}
          />
        </>
      )}
      <AreaInput
        control={form.control}
        name="body"
        label={isWhatsApp ? t`Text of the template` : t`Text`}
        hint={t`Placeholders: ${names}`}
        maxLength={textLimits.body.maxLength}
      />
      {known && (
        <div>
          <Button look="plain" onClick={() => void drop()}>
            <Trans>Delete text</Trans>
          </Button>
        </div>
      )}
    </DialogForm>
  );
}
