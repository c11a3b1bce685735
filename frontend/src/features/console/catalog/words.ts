import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Items } from "@/features/console/shared/catalog-draft/api";

type Car = Items["cars"];

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
