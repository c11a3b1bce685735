import { t } from "@lingui/core/macro";
import { z } from "zod";
import type { Vehicle, VehicleState } from "@/features/console/shared/fleet";
import { oneOf, textUpTo } from "@/lib/url-state";
import type { VehicleBody } from "./api";

export const filterReaders = {
  search: textUpTo(60),
  car: textUpTo(120),
  place: textUpTo(60),
  state: oneOf(["in_service", "workshop", "sold"]),
  due: oneOf(["true"]),
};
export interface Filters {
  search?: string | undefined;
  car?: string | undefined;
  place?: string | undefined;
  state?: VehicleState | undefined;
  due?: string | undefined;
}

const plain = (text: string) => text.toUpperCase().replace(/[\s\-_.]/g, "");

/** The vehicles that match every filter; spaces and dashes of a plate do not matter. */
export function filtered(vehicles: readonly Vehicle[], filters: Filters): Vehicle[] {
  const search = plain(filters.search ?? "");
  return vehicles.filter(
    (each) =>
      plain(`${each.plate}\n${each.car}\n${each.color}`).includes(search) &&
      (!filters.car || each.car === filters.car) &&
      (!filters.place || each.homeLocation === filters.place) &&
      (!filters.state || each.state === filters.state) &&
      (!filters.due || each.warnings > 0),
  );
}

const whole = (least: number, most: number, sentence: () => string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => text === "" || (/^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most),
      {
        error: sentence,
      },
    );
const kilometres = whole(0, 5_000_000, () => t`Please enter whole kilometres`);

export const vehicleSchema = z.object({
  plate: z
    .string()
    .trim()
    .refine((text) => /[\p{L}\p{N}]/u.test(text), { error: () => t`Please enter the plate` }),
  car: z.string().min(1, { error: () => t`Please select a car` }),
  year: whole(1950, 2100, () => t`Please enter a year, or leave it empty`),
  color: z.string().trim(),
  mileageKm: kilometres,
  homeLocation: z.string().min(1, { error: () => t`Please select a location` }),
  state: z.enum(["in_service", "workshop", "sold"]),
  isShown: z.boolean(),
  pictureId: z.string().nullable(),
  reason: z.string().trim(),
});
export type VehicleForm = z.infer<typeof vehicleSchema>;

export function formOf(vehicle: Vehicle | null): VehicleForm {
  return {
    plate: vehicle?.plate ?? "",
    car: vehicle?.car ?? "",
    year: vehicle?.year?.toString() ?? "",
    color: vehicle?.color ?? "",
    mileageKm: vehicle?.mileageKm.toString() ?? "",
    homeLocation: vehicle?.homeLocation ?? "",
    state: vehicle?.state ?? "in_service",
    isShown: vehicle?.isShown ?? false,
    pictureId: vehicle?.pictureId ?? null,
    reason: "",
  };
}

export function bodyOf(form: VehicleForm): VehicleBody {
  return { ...form, year: form.year ? Number(form.year) : null, mileageKm: Number(form.mileageKm || "0") };
}

export const documentSchema = z.object({
  kind: z.enum(["insurance", "inspection", "registration", "other"]),
  title: z.string().trim(),
  expiresOn: z.string().min(1, { error: () => t`Please enter the last day` }),
});
export type DocumentForm = z.infer<typeof documentSchema>;

export const workSchema = z
  .object({
    title: z
      .string()
      .trim()
      .min(1, { error: () => t`Please say what is to be done` }),
    dueOn: z.string(),
    dueMileageKm: kilometres,
  })
  .refine((form) => form.dueOn || form.dueMileageKm, {
    path: ["dueOn"],
    error: () => t`Please enter the day or mileage at which it is due`,
    when: () => true,
  });
export type WorkForm = z.infer<typeof workSchema>;

export const doneSchema = z.object({
  doneOn: z.string().min(1, { error: () => t`Please enter the day` }),
  doneMileageKm: kilometres.min(1, { error: () => t`Please enter the mileage` }),
});
export type DoneForm = z.infer<typeof doneSchema>;
