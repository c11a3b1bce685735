import type { MessageDescriptor } from "@lingui/core";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Items } from "@/features/console/shared/catalog-draft/api";

type Words = Record<string, MessageDescriptor>;

/** The ACRISS matrix: the meaning of each letter, by its position in the code. */
const positions: readonly Words[] = [
  {
    M: msg`Mini`,
    N: msg`Mini elite`,
    E: msg({ message: "Economy", context: "class of cars" }),
    H: msg`Economy elite`,
    C: msg`Compact`,
    D: msg`Compact elite`,
    I: msg`Intermediate`,
    J: msg`Intermediate elite`,
    S: msg({ message: "Standard", context: "class of cars" }),
    R: msg`Standard elite`,
    F: msg`Full-size`,
    G: msg`Full-size elite`,
    P: msg({ message: "Premium", context: "class of cars" }),
    U: msg`Premium elite`,
    L: msg`Luxury`,
    W: msg`Luxury elite`,
    O: msg`Oversize`,
    X: msg({ message: "Special", context: "class of cars" }),
  },
  {
    B: msg`2–3 doors`,
    C: msg`2 or 4 doors`,
    D: msg`4–5 doors`,
    W: msg({ message: "Estate", context: "type of car" }),
    V: msg`Passenger van`,
    L: msg`Limousine or saloon`,
    S: msg`Sports car`,
    T: msg`Convertible`,
    F: msg({ message: "SUV", context: "type of car" }),
    J: msg`Open-air all-terrain`,
    X: msg({ message: "Special", context: "type of car" }),
    P: msg`Pickup, 2 doors`,
    Q: msg`Pickup, 4 doors`,
    Z: msg`Special offer`,
    E: msg`Coupé`,
    M: msg`Monospace`,
    R: msg`Recreational vehicle`,
    H: msg`Motorhome`,
    Y: msg`Two-wheeler`,
    N: msg`Roadster`,
    G: msg`Crossover`,
    K: msg`Commercial van`,
  },
  {
    M: msg`manual`,
    N: msg`manual, 4x4`,
    C: msg`manual, all-wheel drive`,
    A: msg`automatic`,
    B: msg`automatic, 4x4`,
    D: msg`automatic, all-wheel drive`,
  },
  {
    R: msg`any fuel, air conditioning`,
    N: msg`any fuel, no air conditioning`,
    D: msg`diesel, air conditioning`,
    Q: msg`diesel, no air conditioning`,
    H: msg`hybrid, air conditioning`,
    I: msg`plug-in hybrid, air conditioning`,
    E: msg`electric, range under 400 km, air conditioning`,
    C: msg`electric, range of 400 km or more, air conditioning`,
    L: msg`LPG or gas, air conditioning`,
    S: msg`LPG or gas, no air conditioning`,
    A: msg`hydrogen, air conditioning`,
    B: msg`hydrogen, no air conditioning`,
    M: msg`several fuels, air conditioning`,
    F: msg`several fuels, no air conditioning`,
    V: msg`petrol, air conditioning`,
    Z: msg`petrol, no air conditioning`,
    U: msg`ethanol, air conditioning`,
    X: msg`ethanol, no air conditioning`,
  },
];

/** What a code means, such as "Intermediate, SUV, automatic, 4x4, petrol, air conditioning"; null for a wrong one. */
export function acrissText(code: string | null | undefined): string | null {
  const letters = [...(code ?? "").trim().toUpperCase()];
  const words = positions.map((meanings, at) => meanings[letters[at] ?? ""]);
  if (letters.length !== positions.length || words.some((word) => !word)) return null;
  return words.map((word) => (word ? i18n._(word) : "")).join(", ");
}

type Described = Pick<
  Items["cars"],
  "category" | "seats" | "doors" | "transmission" | "fuelType" | "driveWheels" | "equipment"
>;

/** The code that the car's facts suggest; null where its category or gearbox does not tell. */
export function suggestedAcriss(car: Described): string | null {
  const body = bodyOf(car);
  const drive = driveOf(car);
  return body && drive && `${body}${drive}${fuelOf(car)}`;
}

function bodyOf({ category, seats, doors }: Described): string | null {
  const hatch = doors && doors < 4 ? "B" : "D";
  switch (category) {
    case "economy":
      return `E${hatch}`;
    case "sedan":
      return "ID";
    case "estate":
      return "IW";
    case "suv":
      return seats >= 7 ? "FF" : "IF";
    case "offRoad":
      return "SF";
    case "van":
      return seats >= 8 ? "PV" : "FV";
    case "premium":
      return seats <= 5 ? "PD" : null;
    default:
      return null;
  }
}

function driveOf({ transmission, driveWheels, fuelType }: Described): string | null {
  const is4x4 = /4\s*[x×х]\s*4|4wd|awd|all.?wheel|allrad/i.test(driveWheels);
  const isAutomatic = /auto|авто|ავტო/i.test(transmission) || isElectric(fuelType);
  if (isAutomatic) return is4x4 ? "B" : "A";
  if (/man|mech|schalt|мех|ручн|მექ/i.test(transmission)) return is4x4 ? "N" : "M";
  return null;
}

const isElectric = (fuel: string) => /elec|elek|электр|ელექტრ/i.test(fuel);

function fuelOf({ fuelType, equipment }: Described): string {
  const isCooled = equipment.includes("airConditioning");
  if (/hybrid|гибрид|ჰიბრიდ/i.test(fuelType)) return "H";
  if (isElectric(fuelType)) return "E";
  if (/diesel|дизел|დიზელ/i.test(fuelType)) return isCooled ? "D" : "Q";
  if (/lpg|gas\b|газ|გაზ|აირ/i.test(fuelType)) return isCooled ? "L" : "S";
  if (/petrol|gasoline|benzin|бензин|ბენზინ/i.test(fuelType)) return isCooled ? "V" : "Z";
  return isCooled ? "R" : "N";
}
