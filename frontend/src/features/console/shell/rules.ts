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
import type { Right } from "@/features/console/shared/roles";
import type { Me } from "@/features/console/shared/session";

export interface NavEntry {
  /** Its first page. */
  to: string;
  label: MessageDescriptor;
  icon: LucideIcon;
  /** One of these opens the page; left out where `pages` have theirs. */
  rights?: readonly Right[];
  /** The pages of this entry as tabs, starting with itself; their rights may differ. */
  pages?: readonly NavPage[];
}

export interface NavPage {
  to: string;
  label: MessageDescriptor;
  /** One of these opens the page. */
  rights: readonly Right[];
  /** Pages of a group share a row of tabs below the row of groups. */
  group?: MessageDescriptor;
}

export interface NavGroup {
  label: MessageDescriptor;
  entries: readonly NavEntry[];
}

function inGroup(group: MessageDescriptor, pages: readonly NavPage[]): NavPage[] {
  return pages.map((page) => ({ ...page, group }));
}

/** Every page of the console, ordered by the day's work. The server enforces access; this only hides refused pages. */
const groups: readonly NavGroup[] = [
  {
    label: msg`Rental`,
    entries: [
      { to: paths.admin.today, label: msg`Today`, icon: ClipboardList, rights: ["bookings"] },
      { to: paths.admin.bookings, label: msg`Bookings`, icon: CalendarCheck, rights: ["bookings"] },
      { to: paths.admin.calendar, label: msg`Calendar`, icon: CalendarRange, rights: ["bookings"] },
      { to: paths.admin.yard, label: msg`Yard`, icon: KeyRound, rights: ["yard"] },
      {
        to: paths.admin.vehicles,
        label: msg`Vehicles`,
        icon: CarFront,
        pages: [
          { to: paths.admin.vehicles, label: msg`Vehicles`, rights: ["fleet"] },
          { to: paths.admin.vehicleCosts, label: msg`Vehicle costs`, rights: ["costs"] },
          { to: paths.admin.fines, label: msg`Fines and tolls`, rights: ["fleet"] },
        ],
      },
      { to: paths.admin.customers, label: msg`Customers`, icon: Users, rights: ["customers"] },
    ],
  },
  {
    label: msg`Marketing`,
    entries: [
      { to: paths.admin.affiliates, label: msg`Affiliates`, icon: Handshake, rights: ["affiliates"] },
      {
        to: paths.admin.quizAnalytics,
        label: msg`Quiz analytics`,
        icon: BarChart3,
        pages: [
          { to: paths.admin.quizAnalytics, label: msg`Quiz analytics`, rights: ["analytics"] },
          { to: paths.admin.queries, label: msg`Queries`, rights: ["analytics"] },
        ],
      },
      {
        to: paths.admin.quizEditor,
        label: msg`Quiz`,
        icon: MessageCircleQuestion,
        pages: [
          { to: paths.admin.quizEditor, label: msg`Quiz`, rights: ["quiz"] },
          { to: paths.admin.quizContacts, label: msg`Quiz contacts`, rights: ["customers"] },
          { to: paths.admin.quizTest, label: msg`Quiz test`, rights: ["quiz"] },
        ],
      },
      {
        to: paths.admin.visits,
        label: msg`Visits`,
        icon: Footprints,
        pages: [
          { to: paths.admin.visits, label: msg`Visits`, rights: ["advertising"] },
          { to: paths.admin.conversions, label: msg`Conversions`, rights: ["advertising"] },
        ],
      },
    ],
  },
  {
    label: msg`Money`,
    entries: [
      { to: paths.admin.tills, label: msg`Till`, icon: Banknote, rights: ["payments"] },
      {
        to: paths.admin.invoices,
        label: msg`Invoices`,
        icon: FileText,
        rights: ["payments", "reports", "accounting"],
      },
      {
        to: paths.admin.reports,
        label: msg`Reports`,
        icon: ChartColumnStacked,
        pages: [
          { to: paths.admin.reports, label: msg`Reports`, rights: ["analytics"] },
          { to: paths.admin.profit, label: msg`Profit`, rights: ["reports"] },
          { to: paths.admin.paymentsReport, label: msg`Payments`, rights: ["reports"] },
          { to: paths.admin.receivables, label: msg`Receivables`, rights: ["reports"] },
          { to: paths.admin.channelReport, label: msg`Bookings by channel`, rights: ["reports"] },
          { to: paths.admin.vatReport, label: msg`VAT`, rights: ["reports"] },
          { to: paths.admin.accounting, label: msg`Accounting`, rights: ["accounting"] },
        ],
      },
    ],
  },
  {
    label: msg`Site`,
    entries: [
      { to: paths.admin.catalog, label: msg`Catalogue`, icon: Tags, rights: ["catalog"] },
      { to: paths.admin.media, label: msg`Photos`, icon: Images, rights: ["website", "catalog"] },
      { to: paths.admin.content, label: msg`Content`, icon: NotebookPen, rights: ["website"] },
      { to: paths.admin.reviews, label: msg`Reviews`, icon: Star, rights: ["website"] },
      { to: paths.admin.brand, label: msg`Brand`, icon: Palette, rights: ["company"] },
    ],
  },
  {
    label: msg`Company`,
    entries: [
      {
        to: paths.admin.settings,
        label: msg`Settings`,
        icon: Settings,
        pages: [
          ...inGroup(msg`Company`, [
            { to: paths.admin.settings, label: msg`General`, rights: ["settings"] },
            { to: paths.admin.languages, label: msg`Languages`, rights: ["settings"] },
            { to: paths.admin.domains, label: msg`Domains`, rights: ["settings"] },
            { to: paths.admin.setup, label: msg`Set-up`, rights: ["settings"] },
            { to: paths.admin.planUsage, label: msg`Plan and usage`, rights: ["company"] },
            { to: paths.admin.yourData, label: msg`Your data`, rights: ["company"] },
            { to: paths.admin.supportAccess, label: msg`Support access`, rights: ["company"] },
          ]),
          ...inGroup(msg`Fleet`, [
            { to: paths.admin.fleetSettings, label: msg`Fleet settings`, rights: ["settings"] },
            { to: paths.admin.handoverTerms, label: msg`Return costs`, rights: ["settings"] },
          ]),
          ...inGroup(msg`Payments`, [
            { to: paths.admin.moneySettings, label: msg`Payments and invoices`, rights: ["integrations"] },
            { to: paths.admin.currencies, label: msg`Currencies`, rights: ["settings"] },
          ]),
          ...inGroup(msg`Messages`, [
            { to: paths.admin.messages, label: msg`Messages`, rights: ["settings"] },
          ]),
          ...inGroup(msg`Integrations`, [
            { to: paths.admin.embed, label: msg`Embed`, rights: ["settings"] },
            { to: paths.admin.channels, label: msg`Channels`, rights: ["integrations"] },
            { to: paths.admin.calendarFeeds, label: msg`Calendar feeds`, rights: ["integrations"] },
            { to: paths.admin.webhooks, label: msg`Webhooks`, rights: ["integrations"] },
            { to: paths.admin.apiKeys, label: msg`API keys`, rights: ["integrations"] },
          ]),
          ...inGroup(msg`Team`, [
            { to: paths.admin.users, label: msg`Users`, rights: ["team"] },
            { to: paths.admin.auditLog, label: msg`Audit log`, rights: ["team"] },
          ]),
        ],
      },
    ],
  },
];

/** What opens pages: someone's rights, and "support" where an operator has them for support access. */
export type Openers = readonly (Right | "support")[];

export function openersOf({ rights, support }: Me["admin"]): Openers {
  return support ? [...rights, "support"] : rights;
}

/** Pages that ask for what support access is refused (platform/src/abano/team/support/policy.py). */
const notForSupport = [paths.admin.account, paths.admin.queries, paths.admin.reports];

function opens(openers: Openers, page: NavPage): boolean {
  if (openers.includes("support") && notForSupport.includes(page.to)) return false;
  return page.rights.some((right) => openers.includes(right));
}

const pagesOf = ({ pages, to, label, rights = [] }: NavEntry): readonly NavPage[] =>
  pages ?? [{ to, label, rights }];
const isAt = (pathname: string, { to }: { to: string }) => pathname === to || pathname.startsWith(`${to}/`);

/** The groups and entries that an admin with these rights may open; each leads to the first page that they may. */
export function navigationFor(rights: Openers): NavGroup[] {
  const allowed = (entry: NavEntry) => {
    const pages = pagesOf(entry).filter((page) => opens(rights, page));
    return pages[0] ? [{ ...entry, to: pages[0].to, pages }] : [];
  };
  return groups
    .map((group) => ({ ...group, entries: group.entries.flatMap(allowed) }))
    .filter((group) => group.entries.length > 0);
}

/** All pages that these rights open, each with its parent entry. */
export function pagesFor(rights: Openers): (NavPage & { under: NavEntry })[] {
  return navigationFor(rights)
    .flatMap((group) => group.entries)
    .flatMap((entry) => pagesOf(entry).map((page) => ({ ...page, under: entry })));
}

/** Whether these rights open a page or its subpages. Pages outside the navigation are for everyone. */
export function isFor(rights: Openers, pathname: string): boolean {
  const page = groups
    .flatMap((group) => group.entries)
    .flatMap(pagesOf)
    .find((each) => isAt(pathname, each));
  if (page) return opens(rights, page);
  return !(rights.includes("support") && notForSupport.some((to) => isAt(pathname, { to })));
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
export function tabsFor(rights: Openers, pathname: string): Tabs | null {
  const entry = navigationFor(rights)
    .flatMap((group) => group.entries)
    .find((each) => pagesOf(each).some(({ to }) => to === pathname));
  const all = entry ? pagesOf(entry) : [];
  const current = all.find(({ to }) => to === pathname);
  if (!entry || !current || all.length < 2) return null;
  const groups = all
    .filter((page, index) => page.group && all[index - 1]?.group?.id !== page.group.id)
    .map((page) => ({ ...page, label: page.group ?? page.label }));
  return { entry, groups, pages: all.filter((page) => page.group?.id === current.group?.id) };
}

/** The start page: the first that these rights open. */
export function homeFor(rights: Openers): string {
  return navigationFor(rights)[0]?.entries[0]?.to ?? paths.admin.account;
}
