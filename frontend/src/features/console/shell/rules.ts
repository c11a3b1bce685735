import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  Banknote,
  BarChart3,
  CalendarCheck,
  CalendarRange,
  CarFront,
  ChartColumnStacked,
  ClipboardList,
  Coins,
  FileText,
  Footprints,
  Handshake,
  Images,
  KeyRound,
  Landmark,
  Languages,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageCircleQuestion,
  MousePointerClick,
  NotebookPen,
  Palette,
  Receipt,
  ReceiptText,
  Rocket,
  ScrollText,
  Settings,
  SlidersHorizontal,
  Tags,
  TrendingUp,
  UserCog,
  Users,
} from "lucide-react";
import { paths } from "@/config/paths";
import type { Role } from "@/features/console/shared/roles";

export interface NavEntry {
  to: string;
  label: MessageDescriptor;
  icon: LucideIcon;
  roles: readonly Role[];
}

export interface NavGroup {
  label: MessageDescriptor;
  entries: readonly NavEntry[];
}

const everyone: readonly Role[] = ["owner", "manager", "analyst"];
const managers: readonly Role[] = ["owner", "manager"];
const desk: readonly Role[] = ["owner", "manager", "desk"];
const yard: readonly Role[] = ["owner", "manager", "desk", "driver"];
const owners: readonly Role[] = ["owner"];

/** Every page of the console, in the order of the day's work. The server decides; this only hides what it refuses. */
const groups: readonly NavGroup[] = [
  {
    label: msg`Rental`,
    entries: [
      { to: paths.admin.today, label: msg`Today`, icon: ClipboardList, roles: desk },
      { to: paths.admin.bookings, label: msg`Bookings`, icon: CalendarCheck, roles: desk },
      { to: paths.admin.calendar, label: msg`Calendar`, icon: CalendarRange, roles: desk },
      { to: paths.admin.yard, label: msg`Yard`, icon: KeyRound, roles: yard },
      { to: paths.admin.vehicles, label: msg`Vehicles`, icon: CarFront, roles: desk },
      { to: paths.admin.customers, label: msg`Customers`, icon: Users, roles: desk },
    ],
  },
  {
    label: msg`Marketing`,
    entries: [
      { to: paths.admin.affiliates, label: msg`Affiliates`, icon: Handshake, roles: managers },
      { to: paths.admin.quizAnalytics, label: msg`Quiz analytics`, icon: BarChart3, roles: everyone },
      { to: paths.admin.quizEditor, label: msg`Quiz`, icon: MessageCircleQuestion, roles: everyone },
      { to: paths.admin.conversions, label: msg`Conversions`, icon: MousePointerClick, roles: managers },
      { to: paths.admin.visits, label: msg`Visits`, icon: Footprints, roles: managers },
      { to: paths.admin.quizTest, label: msg`Quiz test`, icon: ListChecks, roles: everyone },
    ],
  },
  {
    label: msg`Money`,
    entries: [
      { to: paths.admin.tills, label: msg`Till`, icon: Banknote, roles: desk },
      { to: paths.admin.invoices, label: msg`Invoices`, icon: FileText, roles: desk },
      { to: paths.admin.vehicleCosts, label: msg`Vehicle costs`, icon: Receipt, roles: managers },
      { to: paths.admin.profit, label: msg`Profit`, icon: TrendingUp, roles: managers },
      { to: paths.admin.reports, label: msg`Reports`, icon: ChartColumnStacked, roles: everyone },
    ],
  },
  {
    label: msg`Site`,
    entries: [
      { to: paths.admin.catalog, label: msg`Catalogue`, icon: Tags, roles: managers },
      { to: paths.admin.media, label: msg`Photos`, icon: Images, roles: managers },
      { to: paths.admin.content, label: msg`Content`, icon: NotebookPen, roles: managers },
      { to: paths.admin.brand, label: msg`Brand`, icon: Palette, roles: owners },
      { to: paths.admin.messages, label: msg`Messages`, icon: Mail, roles: managers },
    ],
  },
  {
    label: msg`Company`,
    entries: [
      { to: paths.admin.fleetSettings, label: msg`Fleet settings`, icon: SlidersHorizontal, roles: managers },
      { to: paths.admin.handoverTerms, label: msg`Return costs`, icon: ReceiptText, roles: managers },
      { to: paths.admin.moneySettings, label: msg`Payments and invoices`, icon: Landmark, roles: owners },
      { to: paths.admin.currencies, label: msg`Currencies`, icon: Coins, roles: managers },
      { to: paths.admin.languages, label: msg`Languages`, icon: Languages, roles: managers },
      { to: paths.admin.settings, label: msg`Settings`, icon: Settings, roles: managers },
      { to: paths.admin.setup, label: msg`Set-up`, icon: Rocket, roles: managers },
      { to: paths.admin.users, label: msg`Users`, icon: UserCog, roles: owners },
      { to: paths.admin.auditLog, label: msg`Audit log`, icon: ScrollText, roles: owners },
    ],
  },
];

/** The groups and entries that an admin with this role may open. */
export function navigationFor(role: Role): NavGroup[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => entry.roles.includes(role)) }))
    .filter((group) => group.entries.length > 0);
}

/** Whether a page, or one beneath it, is for this role. Pages that no navigation lists are for everyone. */
export function isFor(role: Role, pathname: string): boolean {
  const entry = groups
    .flatMap((group) => group.entries)
    .find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return entry?.roles.includes(role) ?? true;
}

/** Where the console begins for this role. */
export function homeFor(role: Role): string {
  return navigationFor(role)[0]?.entries[0]?.to ?? paths.admin.account;
}
