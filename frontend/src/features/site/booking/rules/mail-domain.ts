import known from "../../../../../../platform/src/abano/core/mail_domains.json";

const endings: Record<string, string> = known.mistypedEndings;

/** The likely correct email; null where this one looks right. The server has the same rule. */
export function likelyEmail(email: string): string | null {
  const [, name = "", typed = ""] = /^(.*)@(.*)$/s.exec(email.trim()) ?? [];
  const domain = typed.toLowerCase();
  if (!domain || known.providers.includes(domain) || known.others.includes(domain)) return null;
  const [, rest, ending = ""] = /^(.*)\.(.*)$/.exec(domain) ?? [];
  const suggestion =
    known.providers.find((provider) => isOneSlip(domain, provider)) ??
    (Object.hasOwn(endings, ending) ? `${rest}.${endings[ending]}` : null);
  return suggestion && `${name}@${suggestion}`;
}

/** Whether one letter is wrong, missing or too many, or two neighbours are swapped. */
function isOneSlip(typed: string, suggestion: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === suggestion[start]) start++;
  const [one, other] = [typed.slice(start), suggestion.slice(start)];
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2);
  return (
    one !== other &&
    (one.slice(1) === other || one.slice(1) === other.slice(1) || one === other.slice(1) || isSwapped)
  );
}
