import { useLingui } from "@lingui/react/macro";
import type { components } from "@/api/schema.gen";
import { deviceName } from "@/features/console/shared/devices";
import { formatMoney, formatNumber, formatRate } from "@/lib/format";
import type { Bar } from "../rules/bars";
import { exactly } from "../rules/match";
import { noValue } from "../rules/view";

export type Finding = components["schemas"]["FindingsResponse"]["findings"][number];

interface Words {
  title: string;
  detail: string;
}

/** A finding in a title and a sentence. `before`: the days that changes are against. */
export function useWords(finding: Finding, before: string): Words {
  const { t } = useLingui();
  const sessions = formatNumber(finding.sessions);
  const campaign = campaignOf(finding) || t`Sessions without a campaign`;
  if (finding.kind === "question") {
    const { questionText, dropped, dropRate, cause } = finding;
    const where = cause && (cause.filter === "device" ? deviceName(cause.value) : cause.value);
    const ends = t`${{ dropped: formatNumber(dropped) }} of ${sessions} sessions end here (${{ rate: formatRate(dropRate) }}).`;
    const more =
      cause &&
      t`${{ part: where }}: ${{ rate: formatRate(cause.dropRate) }}, all others: ${{ other: formatRate(cause.otherDropRate) }}.`;
    return { title: t`Visitors leave at “${questionText}”`, detail: more ? `${ends} ${more}` : ends };
  }
  if (finding.kind === "spend") {
    const { cost, bookedValue, valueLow, valueHigh, currency } = finding;
    const money = (amount: number) => formatMoney(amount, currency);
    return {
      title:
        bookedValue < cost
          ? t`${campaign} costs more than it brings`
          : t`${campaign} brings more than it costs`,
      detail: t`${{ cost: money(cost) }} spent, ${{ value: money(bookedValue) }} booked (95 % interval: ${{ low: money(valueLow) }} to ${{ high: money(valueHigh) }}).`,
    };
  }
  const rate = formatRate(finding.rate);
  const other = formatRate(finding.otherRate);
  const isMore = finding.rate > finding.otherRate;
  if (finding.kind === "answer") {
    const { answerText, questionText } = finding;
    return {
      title: isMore ? t`“${answerText}” books more often` : t`“${answerText}” books less often`,
      detail: t`${questionText} ${rate} of ${sessions} sessions book, ${other} of those with another answer.`,
    };
  }
  if (finding.kind === "campaign")
    return {
      title: isMore ? t`${campaign} books more often` : t`${campaign} books less often`,
      detail: t`${rate} of ${sessions} sessions book, ${other} of all others.`,
    };
  const metric =
    finding.metric === "completion"
      ? isMore
        ? t`Completion rate rose to ${rate}`
        : t`Completion rate fell to ${rate}`
      : isMore
        ? t`Conversion rate rose to ${rate}`
        : t`Conversion rate fell to ${rate}`;
  return {
    title: isOfCampaign(finding) ? `${campaign}: ${metric}` : metric,
    detail: t`${other} in ${before}. ${sessions} sessions; newer ones may still book.`,
  };
}

const isOfCampaign = (finding: Finding) =>
  "campaign" in finding && finding.campaign !== null && finding.campaign !== undefined;

/** A campaign by its names, such as google / cpc · Summer; empty where it has none. */
function campaignOf(finding: Finding): string {
  if (!("campaign" in finding)) return "";
  const medium = "medium" in finding ? finding.medium : "";
  const from = [finding.source, medium].filter(Boolean).join(" / ");
  return [from, finding.campaign].filter(Boolean).join(" · ");
}

/** The parameters that narrow the page to a finding's campaign, or to the segment that causes it. */
export function filtersOf(finding: Finding): Record<string, string> | undefined {
  if (finding.kind === "question")
    return finding.cause ? { [finding.cause.filter]: exactly(finding.cause.value) } : undefined;
  if (!isOfCampaign(finding) || !("campaign" in finding)) return undefined;
  return {
    utmSource: exactly(finding.source || noValue),
    utmCampaign: exactly(finding.campaign || noValue),
  };
}

/** The sessions that a finding is about. */
export function barOf(finding: Finding, title: string): Bar {
  if (finding.kind === "question") return { kind: "dropped", question: finding.questionId, title };
  if (finding.kind === "answer")
    return { kind: "answer", question: finding.questionId, answer: finding.answer, title };
  return { kind: "all", title, ...(filtersOf(finding) ? { filters: filtersOf(finding) } : {}) } as Bar;
}

/** Distinguishes the findings of a page. */
export function keyOf(finding: Finding): string {
  const named = "questionId" in finding ? [finding.questionId, "answer" in finding && finding.answer] : [];
  const metric = finding.kind === "change" && finding.metric;
  return [finding.kind, ...named, metric, campaignOf(finding)].join("\n");
}
