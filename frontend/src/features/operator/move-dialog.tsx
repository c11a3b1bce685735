import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DialogForm } from "@/components/forms/dialog-form";
import { SelectInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { changeMove } from "./moves";

const maxReason = 500;
const maxCode = 40;
const maxSlug = 40;

interface Props {
  slug: string;
  targets: string[];
  /** Chosen at first. */
  target?: string | undefined;
  onClose: () => void;
}

/** Asks for a move with the cluster, a reason, the slug and a code of the second factor. */
export function MoveDialog({ slug, targets, target = "", onClose }: Props) {
  const rules = z.object({
    target: z.string(),
    slug: z.string().refine((typed) => typed.trim() === slug, { error: `Type the slug: ${slug}` }),
    reason: z.string().trim().min(1, "Enter a reason."),
    code: z.string().trim().min(1, "Enter a code."),
  });
  const form = useForm({
    defaultValues: { target, slug: "", reason: "", code: "" },
    resolver: zodResolver(rules),
  });
  const submit = useSubmit(form, (values: z.infer<typeof rules>) => changeMove(slug, "", values), {
    done: { title: "The move is requested" },
    onDone: onClose,
  });
  const { control } = form;
  return (
    <DialogForm
      title={`Move ${slug} to another cluster?`}
      description="It keeps working. Its emails and messages wait until the move has ended."
      confirm="Move company"
      submit={submit}
      onClose={onClose}
    >
      <SelectInput
        control={control}
        name="target"
        label="Cluster"
        options={targets.map((name) => [name, name] as const)}
      />
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
