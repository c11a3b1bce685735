import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useUnsavedWork } from "@/components/forms/unsaved-work";
import { siteConfig } from "@/lib/site-config";
import type { Alternative } from "./rules/alternatives";
import { freePlace } from "./rules/rental";
import { type RentalForm, rentalSchema } from "./rules/schema";
import { useQuote } from "./use-quote";

const given = ["car", "pickupDate", "returnDate", "pickupLocation"] as const;
const typed = ["customerName", "customerPhone", "customerEmail", "dropoffLocation"] as const;

/** What an address says of a rental: of a begun booking, or of an alternative that someone took. */
export function rentalInUrl(search: string): Partial<RentalForm> {
  const query = new URLSearchParams(search);
  const found = [...given, ...typed].map((name) => [name, query.get(name)] as const);
  return Object.fromEntries(found.filter(([, value]) => value));
}

/** The form of a rental with its live price. */
export function useRentalForm(defaults: RentalForm, bookingId?: string) {
  const form = useForm<RentalForm>({
    resolver: zodResolver(rentalSchema),
    defaultValues: defaults,
    mode: "onTouched",
  });
  useUnsavedWork(form.formState.isDirty);
  const live = useQuote(form, bookingId);

  /** One press: what the alternative changes, and no vehicle that was chosen for something else. */
  function take({ change }: Alternative) {
    for (const name of given) {
      const value = change[name];
      if (value) form.setValue(name, value, { shouldDirty: true });
    }
    if (change.pickupLocation) {
      form.setValue("pickupPlace", freePlace(siteConfig().locations, change.pickupLocation));
    }
    form.setValue("vehicleId", "");
  }
  return { form, live, take };
}
