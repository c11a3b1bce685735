import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useController, useForm } from "react-hook-form";
import { signAgreementRequestLimits } from "@/api/limits.gen";
import { useSubmit } from "@/components/forms/use-submit";
import { SignaturePad } from "@/components/signature/signature-pad";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { FormProblem } from "@/components/ui/form-problem";
import { toast } from "@/components/ui/toast";
import { paths } from "@/config/paths";
import { ownKey } from "@/features/site/shared/after/own-booking";
import { ApiError, sentenceOf } from "@/lib/errors";
import { formatShortMoment } from "@/lib/format";
import { siteConfig } from "@/lib/site-config";
import { agreementQuery, type OwnAgreement, type OwnBooking, signAgreement } from "../api";
import { Section } from "./section";

type Row = OwnAgreement["content"]["total"];

interface Signed {
  signerName: string;
  signature: number[][][];
}

/** The rental agreement to read and sign, before the pickup. */
export default function AgreementSection({ booking }: { booking: OwnBooking }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(agreementQuery);
  if (!data) {
    return (
      <Section title={t`Rental agreement`}>
        {error ? (
          <div role="alert" className="grid justify-items-start gap-4">
            <p>{sentenceOf(error)}</p>
            <Button look="quiet" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        ) : (
          <div className="h-64 animate-pulse rounded-2xl bg-stone" />
        )}
      </Section>
    );
  }
  const { content, signedAt } = data;
  return (
    <Section title={content.title}>
      {signedAt ? (
        <p role="status" className="flex items-start gap-3 font-semibold text-pine">
          <CircleCheck aria-hidden size={22} className="shrink-0" />
          <span>
            <Trans>
              Signed on {{ moment: formatShortMoment(signedAt) }}. We’ll email you a copy; it will also be
              among your documents below.
            </Trans>
          </span>
        </p>
      ) : (
        <>
          <p className="text-slate">
            <Trans>Read the agreement and sign it here: you then get your car faster at the pickup.</Trans>
          </p>
          <Content agreement={data} />
          <SignForm key={data.version} agreement={data} name={booking.customerName} />
        </>
      )}
    </Section>
  );
}

function Content({ agreement: { content } }: { agreement: OwnAgreement }) {
  return (
    <div className="mt-4 grid gap-4">
      {[content.customer, content.rental, content.conditions].map((rows) => (
        <Rows key={rows[0]?.label} rows={rows} />
      ))}
      <Rows rows={[...content.lines, content.total]} isPrice />
    </div>
  );
}

/** Labelled values; `isPrice`: amounts, the last of which is the total. */
function Rows({ rows, isPrice = false }: { rows: readonly Row[]; isPrice?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <dl className="grid gap-2 border-t border-line pt-4 text-sm">
      {rows.map(({ label, value }, index) => (
        // Two lines of a price may have the same name.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never change their order
        <div key={index} className={isPrice ? "flex justify-between gap-4" : "grid sm:grid-cols-[10rem_1fr]"}>
          <dt className={isPrice && index === rows.length - 1 ? "min-w-0 font-bold" : "min-w-0 text-muted"}>
            {label}
          </dt>
          <dd
            className={`min-w-0 whitespace-pre-line wrap-anywhere ${isPrice ? "tabular shrink-0 text-right" : ""} ${
              isPrice && index === rows.length - 1 ? "font-bold" : ""
            }`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function SignForm({ agreement, name }: { agreement: OwnAgreement; name: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm<Signed>({ defaultValues: { signerName: name, signature: [] } });
  const { errors } = form.formState;
  const { field: signature } = useController({
    control: form.control,
    name: "signature",
    rules: { validate: (strokes) => strokes.length > 0 || t`Please sign in the box` },
  });
  async function send({ signerName, signature: strokes }: Signed) {
    try {
      return await signAgreement(agreement.version, signerName, strokes);
    } catch (error) {
      // It changed, or was signed on another device: what holds now is shown.
      if (error instanceof ApiError && error.status === 409) {
        toast({ kind: "destructive", title: t`Couldn't sign`, description: sentenceOf(error) });
        void client.invalidateQueries({ queryKey: agreementQuery.queryKey });
      }
      throw error;
    }
  }
  const { onSubmit, problem, isPending } = useSubmit(form, send, {
    refresh: [ownKey],
    done: { title: t`Agreement signed` },
    onDone: (signed) => client.setQueryData(agreementQuery.queryKey, signed),
  });
  return (
    <form className="mt-5 grid gap-4 border-t border-line pt-5" noValidate onSubmit={onSubmit}>
      <p className="font-semibold">{agreement.content.statement}</p>
      {agreement.content.terms && (
        <a
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-pine underline underline-offset-4"
          href={`${siteConfig().tenant.pathPrefix}${paths.terms}`}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>Read the terms of service</Trans>
        </a>
      )}
      <TextField
        label={t`Your first and last name`}
        autoComplete="name"
        maxLength={signAgreementRequestLimits.signerName.maxLength}
        error={errors.signerName?.message}
        {...form.register("signerName", {
          validate: (signer) => signer.trim() !== "" || t`Please enter your name`,
        })}
      />
      <SignaturePad
        label={t`Your signature`}
        fieldLabel={t`Signature field`}
        clearLabel={t`Clear`}
        strokes={signature.value}
        hint={t`Sign with your finger or the mouse.`}
        error={errors.signature?.message}
        onChange={signature.onChange}
      />
      <p className="text-sm text-muted">
        <Trans>
          This is a simple electronic signature. The time, your IP address and your browser are stored with
          it.
        </Trans>
      </p>
      <FormProblem text={problem} />
      <Button type="submit" className="w-full sm:w-auto sm:justify-self-start" disabled={isPending}>
        <Trans>Sign agreement</Trans>
      </Button>
    </form>
  );
}
