import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { components } from "@/api/schema.gen";

type Step = components["schemas"]["FunnelStep"];

/** How many saw and answered each question. Nothing moves on a poll. */
export function DropOffChart({ steps }: { steps: Step[] }) {
  const data = steps.map((step) => ({
    name: step.questionId,
    text: step.questionText,
    seen: step.seen,
    answered: step.answered,
  }));
  return (
    <figure className="rounded-card border border-line bg-panel p-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="font-semibold">Where visitors stop</span>
        <span className="flex gap-4 text-xs text-slate">
          <span className="flex items-center gap-1.5">
            <span className="size-3 rounded-sm bg-ridge" /> saw the question
          </span>
          <span className="flex items-center gap-1.5">
            <span className="size-3 rounded-sm bg-pine" /> answered it
          </span>
        </span>
      </figcaption>
      <div className="mt-3 h-56">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={data} barGap={0} margin={{ left: -24, right: 4, top: 4, bottom: 0 }}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis
              dataKey="name"
              tick={{ fontSize: 11, fill: "var(--slate)" }}
              tickLine={false}
              axisLine={false}
              interval={0}
            />
            <YAxis
              allowDecimals={false}
              tick={{ fontSize: 11, fill: "var(--slate)" }}
              tickLine={false}
              axisLine={false}
            />
            <Tooltip
              cursor={{ fill: "var(--stone)" }}
              contentStyle={{
                background: "var(--panel)",
                border: "1px solid var(--color-line)",
                borderRadius: 12,
              }}
              labelFormatter={(_, payload) => String(payload[0]?.payload.text ?? "")}
            />
            <Bar dataKey="seen" fill="var(--ridge)" isAnimationActive={false} radius={[3, 3, 0, 0]} />
            <Bar dataKey="answered" fill="var(--pine)" isAnimationActive={false} radius={[3, 3, 0, 0]} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}
