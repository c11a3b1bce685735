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
  FileText,
  Footprints,
  Handshake,
  Images,
  KeyRound,
  type LucideIcon,
  MessageCircleQuestion,
  NotebookPen,
  Palette,
  Settings,
  Star,
  Tags,
  Users,
} from "lucide-react";
import { paths } from "@/config/paths";
import type { Role } from "@/features/console/shared/roles";

export interface NavEntry {
  to: string;
  label: MessageDescriptor;
  icon: LucideIcon;
  roles: readonly Role[];
  /** The pages of this entry as tabs, starting with itself; their roles may differ. */
  pages?: readonly NavPage[];
}

export interface NavPage {
  to: string;
  label: MessageDescriptor;
  roles: readonly Role[];
  /** Pages of a group share a row of tabs below the row of groups. */
  group?: MessageDescriptor;
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

function inGroup(group: MessageDescriptor, pages: readonly NavPage[]): NavPage[] {
  return pages.map((page) => ({ ...page, group }));
}

/** Every page of the console, ordered by the day's work. The server enforces access; this only hides refused pages. */
const groups: readonly NavGroup[] = [
  {
    label: msg`Rental`,
    entries: [
      { to: paths.admin.today, label: msg`Today`, icon: ClipboardList, roles: desk },
      { to: paths.admin.bookings, label: msg`Bookings`, icon: CalendarCheck, roles: desk },
      { to: paths.admin.calendar, label: msg`Calendar`, icon: CalendarRange, roles: desk },
      { to: paths.admin.yard, label: msg`Yard`, icon: KeyRound, roles: yard },
      {
        to: paths.admin.vehicles,
        label: msg`Vehicles`,
        icon: CarFront,
        roles: desk,
        pages: [
          { to: paths.admin.vehicles, label: msg`Vehicles`, roles: desk },
          { to: paths.admin.vehicleCosts, label: msg`Vehicle costs`, roles: managers },
          { to: paths.admin.fines, label: msg`Fines and tolls`, roles: desk },
        ],
      },
      { to: paths.admin.customers, label: msg`Customers`, icon: Users, roles: desk },
    ],
  },
  {
    label: msg`Marketing`,
    entries: [
      { to: paths.admin.affiliates, label: msg`Affiliates`, icon: Handshake, roles: managers },
      { to: paths.admin.quizAnalytics, label: msg`Quiz analytics`, icon: BarChart3, roles: everyone },
      {
        to: paths.admin.quizEditor,
        label: msg`Quiz`,
        icon: MessageCircleQuestion,
        roles: everyone,
        pages: [
          { to: paths.admin.quizEditor, label: msg`Quiz`, roles: everyone },
          { to: paths.admin.quizTest, label: msg`Quiz test`, roles: everyone },
        ],
      },
      {
        to: paths.admin.visits,
        label: msg`Visits`,
        icon: Footprints,
        roles: managers,
        pages: [
          { to: paths.admin.visits, label: msg`Visits`, roles: managers },
          { to: paths.admin.conversions, label: msg`Conversions`, roles: managers },
        ],
      },
    ],
  },
  {
    label: msg`Money`,
    entries: [
      { to: paths.admin.tills, label: msg`Till`, icon: Banknote, roles: desk },
      { to: paths.admin.invoices, label: msg`Invoices`, icon: FileText, roles: desk },
      {
        to: paths.admin.reports,
        label: msg`Reports`,
        icon: ChartColumnStacked,
        roles: everyone,
        pages: [
          { to: paths.admin.reports, label: msg`Reports`, roles: everyone },
          { to: paths.admin.profit, label: msg`Profit`, roles: managers },
          { to: paths.admin.paymentsReport, label: msg`Payments`, roles: managers },
          { to: paths.admin.receivables, label: msg`Receivables`, roles: managers },
          { to: paths.admin.channelReport, label: msg`Bookings by channel`, roles: managers },
          { to: paths.admin.vatReport, label: msg`VAT`, roles: managers },
          { to: paths.admin.accounting, label: msg`Accounting`, roles: owners },
        ],
      },
    ],
  },
  {
    label: msg`Site`,
    entries: [
      { to: paths.admin.catalog, label: msg`Catalogue`, icon: Tags, roles: managers },
      { to: paths.admin.media, label: msg`Photos`, icon: Images, roles: managers },
      { to: paths.admin.content, label: msg`Content`, icon: NotebookPen, roles: managers },
      { to: paths.admin.reviews, label: msg`Reviews`, icon: Star, roles: managers },
      { to: paths.admin.brand, label: msg`Brand`, icon: Palette, roles: owners },
    ],
  },
  {
    label: msg`Company`,
    entries: [
      {
        to: paths.admin.settings,
        label: msg`Settings`,
        icon: Settings,
        roles: managers,
        pages: [
          ...inGroup(msg`Company`, [
            { to: paths.admin.settings, label: msg`General`, roles: managers },
            { to: paths.admin.languages, label: msg`Languages`, roles: managers },
            { to: paths.admin.domains, label: msg`Domains`, roles: managers },
            { to: paths.admin.setup, label: msg`Set-up`, roles: managers },
          ]),
          ...inGroup(msg`Fleet`, [
            { to: paths.admin.fleetSettings, label: msg`Fleet settings`, roles: managers },
            { to: paths.admin.handoverTerms, label: msg`Return costs`, roles: managers },
          ]),
          ...inGroup(msg`Payments`, [
            { to: paths.admin.moneySettings, label: msg`Payments and invoices`, roles: owners },
            { to: paths.admin.currencies, label: msg`Currencies`, roles: managers },
          ]),
          ...inGroup(msg`Messages`, [{ to: paths.admin.messages, label: msg`Messages`, roles: managers }]),
          ...inGroup(msg`Integrations`, [
            { to: paths.admin.embed, label: msg`Embed`, roles: managers },
            { to: paths.admin.channels, label: msg`Channels`, roles: owners },
            { to: paths.admin.calendarFeeds, label: msg`Calendar feeds`, roles: owners },
            { to: paths.admin.webhooks, label: msg`Webhooks`, roles: owners },
            { to: paths.admin.apiKeys, label: msg`API keys`, roles: owners },
          ]),
          ...inGroup(msg`Team`, [
            { to: paths.admin.users, label: msg`Users`, roles: owners },
            { to: paths.admin.auditLog, label: msg`Audit log`, roles: owners },
          ]),
        ],
      },
    ],
  },
];

const pagesOf = (entry: NavEntry): readonly NavPage[] => entry.pages ?? [entry];
const isAt = (pathname: string, { to }: NavPage) => pathname === to || pathname.startsWith(`${to}/`);

/** The groups and entries that an admin with this role may open. */
export function navigationFor(role: Role): NavGroup[] {
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => entry.roles.includes(role)) }))
    .filter((group) => group.entries.length > 0);
}

/** All pages in this role's navigation, each with its parent entry. */
export function pagesFor(role: Role): (NavPage & { under: NavEntry })[] {
  return navigationFor(role)
    .flatMap((group) => group.entries)
    .flatMap((entry) => pagesOf(entry).map((page) => ({ ...page, under: entry })))
    .filter((page) => page.roles.includes(role));
}

/** Whether this role may open a page or its subpages. Pages outside the navigation are for everyone. */
export function isFor(role: Role, pathname: string): boolean {
  const page = groups
    .flatMap((group) => group.entries)
    .flatMap(pagesOf)
    .find((each) => isAt(pathname, each));
  return page?.roles.includes(role) ?? true;
}

/** Whether a page belongs to a navigation entry. */
export function isUnder(entry: NavEntry, pathname: string): boolean {
  return pagesOf(entry).some((page) => isAt(pathname, page));
}

export interface Tabs {
  entry: NavEntry;
  /** Groups of the entry's pages, each leading to its first page; empty without groups. */
  groups: NavPage[];
  /** The pages beside the current one; of its group only. */
  pages: NavPage[];
}

/** Tabs of a page: its siblings under one entry. Null for subpages and single pages. */
export function tabsFor(role: Role, pathname: string): Tabs | null {
  const entry = navigationFor(role)
    .flatMap((group) => group.entries)
    .find((each) => pagesOf(each).some(({ to }) => to === pathname));
  const all = entry ? pagesOf(entry).filter((page) => page.roles.includes(role)) : [];
  const current = all.find(({ to }) => to === pathname);
  if (!entry || !current || all.length < 2) return null;
  const groups = all
    .filter((page, index) => page.group && all[index - 1]?.group?.id !== page.group.id)
    .map((page) => ({ ...page, label: page.group ?? page.label }));
  return { entry, groups, pages: all.filter((page) => page.group?.id === current.group?.id) };
}

/** The start page of this role. */
export function homeFor(role: Role): string {
  return navigationFor(role)[0]?.entries[0]?.to ?? paths.admin.account;
}
