import { zodResolver } from "@hookform/resolvers/zod";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { z } from "zod";
import { Badge } from "@/components/console/badge";
import { PageHeader } from "@/components/console/page-header";
import { QueryBoundary } from "@/components/console/query-boundary";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import type { TableColumn } from "@/components/tables/columns";
import { DataTable } from "@/components/tables/data-table";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { toast } from "@/components/ui/toast";
import { sentenceOf } from "@/lib/errors";
import { languageName } from "@/lib/i18n";
import { queryClient } from "@/lib/query-client";
import { call } from "./api";
import { formatUtc } from "./format";
import { useTitle } from "./shell";

type State = "unconfirmed" | "slug_taken" | "creating" | "created";

interface SignUp {
  email: string;
  companyName: string;
  slug: string;
  country: string;
  requestedAt: string;
  /** Null while the email with the link waits, or could not be delivered. */
  mailedAt: string | null;
  state: State;
}

interface Invitation {
  email: string;
  /** The operator's email address; empty at the command line. */
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
  mailedAt: string | null;
}

interface Answer {
  mode: "off" | "invitation" | "open";
  /** Of an invitation's email. */
  languages: string[];
  signUps: SignUp[];
  invitations: Invitation[];
}

const signUpsQuery = queryOptions({
  queryKey: ["sign-ups"],
  queryFn: () => call<Answer>("/sign-ups"),
  staleTime: 0,
});

const modes = {
  off: "Sign-up is off: set ABANO_SIGN_UP to open or invitation.",
  invitation: "Only invited addresses can sign up.",
  open: "Everyone can sign up.",
};
const states: Record<State, { name: string; look: "plain" | "good" | "warning" }> = {
  unconfirmed: { name: "Not confirmed", look: "plain" },
  slug_taken: { name: "Address taken", look: "warning" },
  creating: { name: "Being created", look: "plain" },
  created: { name: "Created", look: "good" },
};
const mailed = (moment: string | null) => (moment ? formatUtc(moment) : "Not sent yet");

const signUpColumns: TableColumn<SignUp>[] = [
  {
    id: "company",
    title: "Company",
    cell: ({ companyName, slug, state }) => (
      <>
        {state === "created" ? (
          <Link to={`/companies/${slug}`} className="relative z-10 font-semibold text-pine hover:underline">
            {companyName}
          </Link>
        ) : (
          <span className="font-semibold">{companyName}</span>
        )}
        <span className="block text-xs text-muted">{slug}</span>
      </>
    ),
  },
  {
    id: "state",
    title: "State",
    card: "right",
    cell: ({ state }) => <Badge look={states[state].look}>{states[state].name}</Badge>,
  },
  { id: "email", title: "Email", card: "line", cell: ({ email }) => email },
  { id: "country", title: "Country", card: "line", isLabelled: true, cell: ({ country }) => country },
  {
    id: "requested",
    title: "Signed up",
    card: "line",
    isLabelled: true,
    cell: ({ requestedAt }) => formatUtc(requestedAt),
  },
  {
    id: "mailed",
    title: "Link sent",
    card: "line",
    isLabelled: true,
    cell: ({ mailedAt }) => mailed(mailedAt),
  },
];
const invitationColumns: TableColumn<Invitation>[] = [
  { id: "email", title: "Email", cell: ({ email }) => <span className="font-semibold">{email}</span> },
  {
    id: "expires",
    title: "Until",
    card: "line",
    isLabelled: true,
    cell: ({ expiresAt }) => formatUtc(expiresAt),
  },
  {
    id: "mailed",
    title: "Email sent",
    card: "line",
    isLabelled: true,
    cell: ({ mailedAt }) => mailed(mailedAt),
  },
  {
    id: "by",
    title: "Invited by",
    card: "line",
    isLabelled: true,
    cell: ({ invitedBy }) => invitedBy || "Command line",
  },
];

/** Who signs up on their own, and who is invited to. */
export function SignUpsPage() {
  useTitle("Sign-ups");
  const query = useQuery(signUpsQuery);
  const [isInviting, setInviting] = useState(false);
  const [revoked, setRevoked] = useState<Invitation | null>(null);

  async function revoke({ email }: Invitation) {
    setRevoked(null);
    try {
      queryClient.setQueryData(signUpsQuery.queryKey, await call<Answer>("/invitations/revoke", { email }));
      toast({ title: "Invitation revoked" });
    } catch (error) {
      toast({ title: "Not revoked", description: sentenceOf(error) });
    }
  }

  return (
    <>
      <PageHeader title="Sign-ups" description={query.data ? modes[query.data.mode] : ""}>
        <Button disabled={!query.data} onClick={() => setInviting(true)}>
          Invite
        </Button>
      </PageHeader>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryBoundary
          query={query}
          empty={({ signUps, invitations }) =>
            signUps.length + invitations.length === 0 && (
              <EmptyState title="No sign-ups">
                Companies that signed up in the last seven days, and open invitations, are listed here.
              </EmptyState>
            )
          }
        >
          {({ signUps, invitations }) => (
            <>
              {signUps.length > 0 && (
                <DataTable
                  label="Sign-ups of the last seven days"
                  rows={signUps}
                  columns={signUpColumns}
                  rowId={({ email, requestedAt }) => `${email} ${requestedAt}`}
                />
              )}
              {invitations.length > 0 && (
                <>
                  <h2 className="mt-2 text-lg font-bold">Open invitations</h2>
                  <DataTable
                    label="Open invitations"
                    rows={invitations}
                    columns={invitationColumns}
                    rowId={({ email }) => email}
                    actions={(invitation) => (
                      <Button
                        look="plain"
                        className="min-h-11 text-sm"
                        onClick={() => setRevoked(invitation)}
                      >
                        Revoke
                      </Button>
                    )}
                  />
                </>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
      {isInviting && query.data && (
        <InviteDialog languages={query.data.languages} onClose={() => setInviting(false)} />
      )}
      {revoked && (
        <ConfirmDialog
          title={`Revoke the invitation of ${revoked.email}?`}
          description="A link that was sent to them stops working."
          confirm="Revoke invitation"
          onConfirm={() => revoke(revoked)}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  );
}

const schema = z.object({
  email: z.string().trim().pipe(z.email("Enter a valid email address.")),
  language: z.string(),
});

function InviteDialog({ languages, onClose }: { languages: string[]; onClose: () => void }) {
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { email: "", language: "en" },
  });
  const submit = useSubmit(form, (values) => call<Answer>("/invitations", values), {
    refresh: [signUpsQuery.queryKey],
    done: { title: "Invited", description: "They get an email, and can sign up for 14 days." },
    onDone: onClose,
  });
  return (
    <DialogForm
      title="Invite to sign up"
      description="They get an email with the address of the sign-up. It works for 14 days."
      submit={submit}
      confirm="Invite"
      onClose={onClose}
    >
      <TextInput control={form.control} name="email" label="Email" type="email" autoComplete="off" required />
      <SelectInput
        control={form.control}
        name="language"
        label="Language of the email"
        options={languages.map((language) => [language, languageName(language)] as const)}
      />
    </DialogForm>
  );
}
