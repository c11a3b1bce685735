import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { apiKeyRequestLimits as limits } from "@/api/limits.gen";
import { DialogForm } from "@/components/forms/dialog-form";
import { NumberInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { channelsQuery } from "@/features/console/shared/channels";
import { apiKeysQuery, createKey, type NewKey, type Scope, scopeNames } from "../api";

const USUAL_DAYS = 365;
const scopes = Object.keys(scopeNames) as Scope[];
/** Keys of a channel see and make its bookings alone. */
const channelScopes: Scope[] = ["bookings:read", "bookings:write"];
const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t`Enter a name` })
    .max(limits.name.maxLength),
  scopes: z
    .array(z.enum(Object.keys(scopeNames) as [Scope, ...Scope[]]))
    .min(1, { error: () => t`Choose at least one permission` }),
  expiresInDays: z.number(),
  requestsPerMinute: z.number(),
  channelId: z.string().nullable(),
});
type Values = z.infer<typeof schema>;

interface Props {
  maxDays: number;
  onClose: () => void;
  onCreated: (created: NewKey) => void;
}

/** Name, permissions, lifetime and rate limit of a new key. */
export function CreateDialog({ maxDays, onClose, onCreated }: Props) {
  const { t } = useLingui();
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      name: "",
      scopes: [],
      expiresInDays: Math.min(USUAL_DAYS, maxDays),
      requestsPerMinute: 300,
      channelId: null,
    },
  });
  const submit = useSubmit(
    form,
    (values: Values) => {
      const allowed = values.channelId ? channelScopes : scopes;
      return createKey({ ...values, scopes: values.scopes.filter((scope) => allowed.includes(scope)) });
    },
    {
      refresh: [apiKeysQuery.queryKey],
      onDone: onCreated,
    },
  );
  const { errors } = form.formState;
  const channels = useQuery(channelsQuery).data?.channels.filter(({ isActive }) => isActive) ?? [];
  const isOfChannel = form.watch("channelId") !== null;
  return (
    <DialogForm
      title={t`Create API key`}
      description={t`Give each system its own key, with only the permissions it needs.`}
      confirm={t`Create key`}
      submit={submit}
      onClose={onClose}
      isWide
    >
      <TextInput
        control={form.control}
        name="name"
        label={t`Name`}
        placeholder={t`Website`}
        maxLength={limits.name.maxLength}
        autoComplete="off"
      />
      {channels.length > 0 && (
        <SelectInput
          control={form.control}
          name="channelId"
          label={t`Channel`}
          hint={t`A channel's key searches, and sees and makes the channel's bookings only.`}
          options={[
            [null, t`None: the whole company`],
            ...channels.map(({ id, name }) => [id, name] as const),
          ]}
        />
      )}
      <fieldset>
        <legend className="mb-1 text-sm font-semibold text-slate">
          <Trans>Permissions</Trans>
        </legend>
        <div className="grid sm:grid-cols-2 sm:gap-x-4">
          {(isOfChannel ? channelScopes : scopes).map((scope) => (
            <label key={scope} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 text-sm">
              <input
                type="checkbox"
                value={scope}
                className="mt-0.5 size-5 shrink-0 accent-pine"
                {...form.register("scopes")}
              />
              <span>
                <span className="font-semibold">{t(scopeNames[scope])}</span>
                <code className="block text-xs text-muted">{scope}</code>
              </span>
            </label>
          ))}
        </div>
        {errors.scopes && (
          <p role="alert" className="mt-1 text-sm font-medium text-danger">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberInput
          control={form.control}
          name="expiresInDays"
          label={t`Expires in (days)`}
          digits={0}
          limits={{ minimum: 1, maximum: maxDays }}
        />
        <NumberInput
          control={form.control}
          name="requestsPerMinute"
          label={t`Requests per minute`}
          digits={0}
          limits={limits.requestsPerMinute}
        />
      </div>
    </DialogForm>
  );
}
