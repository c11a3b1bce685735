import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { CheckInput, SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { changeMove } from "./moves";

const maxReason = 500;
const maxCode = 40;
const maxSlug = 40;

interface Props {
  slug: string;
  /** The company's cluster. */
  cluster: string;
  /** None: the way back is ended. */
  targets: string[];
  /** Chosen at first. */
  target?: string | undefined;
  /** The cluster that follows it; empty: none. */
  wayBack: string;
  onClose: () => void;
}

/** Asks for a move, or the end of a way back, with a reason, the slug and a code of the second factor. */
export function MoveDialog({ slug, cluster, targets, target = cluster, wayBack, onClose }: Props) {
  const ends = targets.length === 0;
  const rules = z.object({
    target: z.string(),
    keepsWayBack: z.boolean(),
    slug: z.string().refine((typed) => typed.trim() === slug, { error: `Type the slug: ${slug}` }),
    reason: z.string().trim().min(1, "Enter a reason."),
    code: z.string().trim().min(1, "Enter a code."),
  });
  const form = useForm({
    defaultValues: { target, keepsWayBack: false, slug: "", reason: "", code: "" },
    resolver: zodResolver(rules),
  });
  const submit = useSubmit(form, (values: z.infer<typeof rules>) => changeMove(slug, "", values), {
    done: { title: ends ? "The way back is being ended" : "The move is requested" },
    onDone: onClose,
  });
  const { control } = form;
  return (
    <DialogForm
      title={ends ? `End the way back of ${slug}?` : `Move ${slug} to another cluster?`}
      description={
        ends
          ? `It stays on ${cluster}. Its rows are deleted from ${wayBack}.`
          : "It keeps working. Its emails and messages wait until the move has ended."
      }
      confirm={ends ? "End way back" : "Move company"}
      submit={submit}
      onClose={onClose}
    >
      {!ends && (
        <>
          <SelectInput
            control={control}
            name="target"
            label="Cluster"
            options={targets.map((name) => [name, name] as const)}
          />
          <CheckInput
            control={control}
            name="keepsWayBack"
            label="Keep a way back"
            hint={`${cluster} keeps the rows and follows every change, so that the company can return within seconds. Until you end it, it cannot be deleted or moved elsewhere.`}
          />
        </>
      )}
      <TextInput
        control={control}
        name="slug"
        label={`Type ${slug} to confirm`}
        autoComplete="off"
        maxLength={maxSlug}
        required
      />
      <TextInput
        control={control}
        name="reason"
        label="Reason"
        hint="Owners can read it in their audit log. Write nothing about customers."
        maxLength={maxReason}
        required
      />
      <TextInput
        control={control}
        name="code"
        label="Code"
        hint="A new code from your authenticator app."
        autoComplete="one-time-code"
        maxLength={maxCode}
        required
      />
    </DialogForm>
  );
}
