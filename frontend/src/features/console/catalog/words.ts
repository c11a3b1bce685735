import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Items } from "@/features/console/shared/catalog-draft/api";

type Car = Items["cars"];

export const categories: Record<Exclude<Car["category"], undefined>, MessageDescriptor> = {
  "": msg({ message: "Not set", context: "category of cars" }),
  economy: msg({ message: "Economy", context: "category of cars" }),
  sedan: msg({ message: "Saloon", context: "category of cars" }),
  estate: msg({ message: "Estate", context: "category of cars" }),
  suv: msg({ message: "SUV", context: "category of cars" }),
  offRoad: msg({ message: "Off-road", context: "category of cars" }),
  van: msg({ message: "Van", context: "category of cars" }),
  premium: msg({ message: "Premium", context: "category of cars" }),
};

export const equipment: Record<Car["equipment"][number], MessageDescriptor> = {
  airConditioning: msg`Air conditioning`,
  appleCarPlay: msg`Apple CarPlay, Android Auto`,
  bluetooth: msg`Bluetooth`,
  cruiseControl: msg`Cruise control`,
  diffLock: msg`Differential lock`,
  heatedSeats: msg`Heated seats`,
  isofix: msg`ISOFIX for child seats`,
  navigation: msg`Navigation`,
  parkingSensors: msg`Parking sensors`,
  rearCamera: msg`Rear camera`,
  roofRails: msg`Roof rails`,
  sunroof: msg`Sunroof`,
  thirdRow: msg`Third row of seats`,
  towBar: msg`Tow bar`,
  usb: msg`USB sockets`,
  winterTyres: msg`Winter tyres`,
};
