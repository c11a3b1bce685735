import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { siteConfig } from "@/lib/site-config";
import { type KnownCustomer, knownCustomersQuery } from "../api";
import type { RentalForm } from "../rules/schema";

const typingPauseMilliseconds = 250;
const shownCount = 4;
const searched = ["customerName", "customerPhone", "customerEmail"] as const;

/** Customers who match the name, phone or email while it is typed; one press fills in all three. */
export function KnownCustomers() {
  const { t } = useLingui();
  const { watch, setValue } = useFormContext<RentalForm>();
  const [typed, setTyped] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const { unsubscribe } = watch((values, { name, type }) => {
      const changed = searched.find((each) => each === name);
      // Only what someone types: what a press fills in is known.
      if (changed && type === "change") setTyped(values[changed]?.trim() ?? "");
    });
    return unsubscribe;
  }, [watch]);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery(knownCustomersQuery(asked));
  const found = typed && asked ? (data?.customers ?? []).slice(0, shownCount) : [];
  if (found.length === 0) return null;

  function choose({ name, phone, email, language }: KnownCustomer) {
    const speaks = language && siteConfig().tenant.languages.includes(language);
    const values = { customerName: name, customerPhone: phone, customerEmail: email };
    for (const field of searched) {
      setValue(field, values[field], { shouldDirty: true, shouldValidate: true });
    }
    if (speaks) setValue("language", language, { shouldDirty: true });
    setTyped("");
  }
  return (
    <section aria-label={t`Known customers`} className="mt-3 text-sm">
      <p className="text-slate">
        <Trans>Known customers</Trans>
      </p>
      <ul className="mt-1 grid gap-2 sm:grid-cols-2">
        {found.map((customer) => (
          <li key={customer.id}>
            <button
              type="button"
              className="min-h-12 w-full rounded-xl border border-line px-3 py-2 text-left hover:border-pine"
              onClick={() => choose(customer)}
            >
              <span className="block font-semibold break-words">{customer.name}</span>
              <span className="block break-words text-slate">
                {[customer.phone, customer.email].filter(Boolean).join(" · ")}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
