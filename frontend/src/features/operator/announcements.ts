import { queryOptions } from "@tanstack/react-query";
import { call } from "./api";

/** Announcements of the operator console's API: platform/src/abano/operators/console/announcement_endpoints.py. */
export const maxSubject = 150;
export const maxBody = 5000;

export interface Announcement {
  id: string;
  subject: string;
  body: string;
  /** Its name when it was sent; empty for all companies. */
  plan: string;
  operator: string;
  createdAt: string;
  companies: number;
  emails: number;
  sent: number;
  failed: number;
  /** Companies whose emails are not written yet. */
  waiting: number;
}

export interface AnnouncementsAnswer {
  announcements: Announcement[];
}

interface Recipients {
  companies: number;
  /** Of companies on this cluster. */
  owners: number;
  /** Companies on other clusters, whose owners get it, too. */
  elsewhere: number;
  /** Companies that are being deleted. */
  leftOut: number;
}

const pollMs = 5000;

/** Whether emails are still to be written or sent. */
export const isUnderWay = ({ waiting, emails, sent, failed }: Announcement) =>
  waiting > 0 || sent + failed < emails;

export const announcementsQuery = queryOptions({
  queryKey: ["announcements"],
  queryFn: () => call<AnnouncementsAnswer>("/announcements"),
  staleTime: 0,
  refetchInterval: ({ state }) => state.data?.announcements.some(isUnderWay) && pollMs,
});

/** `planId`: null for all companies. */
export const recipientsQuery = (planId: string | null) =>
  queryOptions({
    queryKey: ["announcement-recipients", planId],
    queryFn: () =>
      call<Recipients>(
        `/announcements/recipients${planId ? `?${new URLSearchParams({ plan_id: planId })}` : ""}`,
      ),
    staleTime: 0,
  });
