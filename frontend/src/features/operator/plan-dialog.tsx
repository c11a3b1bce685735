import { useForm } from "react-hook-form";
import { DialogForm } from "@/components/forms/dialog-form";
import { NumberInput, TextInput } from "@/components/forms/fields";
import { useSubmit } from "@/components/forms/use-submit";
import { call, companiesKey } from "./api";
import { type Limit, type Measure, measureKeys, measures, type Plan, plansQuery } from "./plans";

const megabyte = 1_000_000;
const maxLimit = 1_000_000_000;

interface Values {
  name: string;
  weight: number;
  limits: Record<Measure, Limit>;
}

interface Props {
  /** None: a new one. */
  plan?: Plan | undefined;
  onClose: () => void;
}

/** Name, weight and limits of a plan. An empty limit is none. */
export function PlanDialog({ plan, onClose }: Props) {
  const form = useForm<Values>({ defaultValues: plan ? shown(plan) : empty });
  const submit = useSubmit(
    form,
    (values: Values) => call(plan ? `/plans/${plan.id}` : "/plans", { ...values, limits: sent(values) }),
    {
      refresh: [plansQuery.queryKey, companiesKey, ["company"]],
      done: { title: plan ? "Plan saved" : "Plan created" },
      onDone: onClose,
    },
  );
  return (
    <DialogForm
      isWide
      title={plan ? "Edit plan" : "Create plan"}
      confirm={plan ? "Save" : "Create plan"}
      submit={submit}
      isBlocked={!form.watch("name").trim()}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextInput control={form.control} name="name" label="Name" maxLength={60} autoComplete="off" />
        <NumberInput
          control={form.control}
          name="weight"
          label="Weight"
          hint="Twice the weight, twice the share."
          digits={0}
          limits={{ minimum: 1, maximum: 100 }}
        />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-semibold text-slate">Limits (empty: unlimited)</legend>
        {measureKeys.map((measure) => {
          const name = measure === "storage_bytes" ? `${measures[measure]} in MB` : measures[measure];
          return (
            <div key={measure} className="grid grid-cols-2 gap-3">
              {(["softLimit", "hardLimit"] as const).map((which) => (
                <NumberInput
                  key={which}
                  control={form.control}
                  name={`limits.${measure}.${which}`}
                  label={`${name}, ${which === "softLimit" ? "soft" : "hard"}`}
                  digits={0}
                  limits={{ minimum: 0, maximum: maxLimit }}
                />
              ))}
            </div>
          );
        })}
      </fieldset>
    </DialogForm>
  );
}

const empty: Values = {
  name: "",
  weight: 1,
  limits: limitsBy(() => ({ softLimit: null, hardLimit: null })),
};

function limitsBy(of: (measure: Measure) => Limit): Record<Measure, Limit> {
  return Object.fromEntries(measureKeys.map((each) => [each, of(each)])) as Record<Measure, Limit>;
}

function shown({ name, weight, limits }: Plan): Values {
  return { name, weight, limits: inUnits(limits, (bytes) => Math.round(bytes / megabyte)) };
}

function sent({ limits }: Values): Record<Measure, Limit> {
  return inUnits(limits, (megabytes) => megabytes * megabyte);
}

/** Storage is edited in megabytes and stored in bytes. */
function inUnits(limits: Record<Measure, Limit>, change: (amount: number) => number): Record<Measure, Limit> {
  const changed = (amount: number | null) => (amount === null ? null : change(amount));
  return limitsBy((measure) => {
    const { softLimit, hardLimit } = limits[measure];
    return measure === "storage_bytes"
      ? { softLimit: changed(softLimit), hardLimit: changed(hardLimit) }
      : { softLimit, hardLimit };
  });
}
