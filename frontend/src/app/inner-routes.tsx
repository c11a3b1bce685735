import type { RouteObject } from "react-router";
import { paths } from "@/config/paths";
import { inWing, type Page } from "@/lib/page-code";
import { siteConfig } from "@/lib/site-config";

type Load = () => Promise<Page>;

const consolePage = (path: string, load: Load): RouteObject => ({ path, lazy: inWing("console", load) });
const partnersPage = (path: string, load: Load): RouteObject => ({ path, lazy: inWing("partners", load) });

const reviewsPage = () =>
  siteConfig().reviews.length > 0
    ? inWing("choosing", () => import("@/features/site/reviews/page"))()
    : inWing("site", () => import("@/features/site/not-found/page"))();

/** Reviews, and pages of people who work with the site: affiliates, and a company in its console. */
export const innerRoutes = (): RouteObject[] => [
  { path: paths.reviews, lazy: reviewsPage },
  { path: paths.writeReview, lazy: inWing("after", () => import("@/features/site/write-review/page")) },
  partnersPage(paths.affiliate.register, () => import("@/features/partners/register/page")),
  partnersPage(paths.affiliate.login, () => import("@/features/partners/sign-in/page")),
  partnersPage(paths.affiliate.dashboard, () => import("@/features/partners/dashboard/page")),
  partnersPage(
    paths.affiliate.forgotPassword,
    () => import("@/features/partners/sign-in/forgot-password-page"),
  ),
  partnersPage(
    paths.affiliate.resetPassword,
    () => import("@/features/partners/sign-in/reset-password-page"),
  ),
  consolePage(paths.admin.signIn, () => import("@/features/console/sign-in/page")),
  consolePage(paths.admin.forgotPassword, () => import("@/features/console/sign-in/forgot-password-page")),
  consolePage(paths.admin.resetPassword, () => import("@/features/console/sign-in/reset-password-page")),
  consolePage(
    paths.admin.acceptInvitation,
    () => import("@/features/console/sign-in/accept-invitation-page"),
  ),
  consolePage(paths.admin.support, () => import("@/features/console/sign-in/support-page")),
  consolePage(
    paths.admin.sharedFigures,
    () => import("@/features/console/quiz-analytics/shared-figures/page"),
  ),
  {
    path: paths.admin.yard,
    lazy: inWing("console", () => import("@/features/console/yard/frame")),
    children: [
      { index: true, lazy: inWing("console", () => import("@/features/console/yard/page")) },
      consolePage(paths.admin.yardForm, () => import("@/features/console/yard/form-page")),
    ],
  },
  {
    path: paths.admin.home,
    lazy: inWing("console", () => import("@/features/console/shell/page")),
    children: [
      {
        index: true,
        lazy: () => import("@/features/console/shell/page").then(({ HomePage }) => ({ Component: HomePage })),
      },
      consolePage(paths.admin.today, () => import("@/features/console/bookings/today/page")),
      consolePage(paths.admin.bookings, () => import("@/features/console/bookings/page")),
      consolePage(paths.admin.newBooking, () => import("@/features/console/bookings/desk/new-booking-page")),
      consolePage(
        paths.admin.changeBooking,
        () => import("@/features/console/bookings/desk/change-booking-page"),
      ),
      consolePage(paths.admin.booking, () => import("@/features/console/bookings/booking-page")),
      consolePage(paths.admin.handoverTerms, () => import("@/features/console/handover-terms/page")),
      consolePage(paths.admin.calendar, () => import("@/features/console/calendar/page")),
      consolePage(paths.admin.vehicles, () => import("@/features/console/vehicles/page")),
      consolePage(paths.admin.vehicle, () => import("@/features/console/vehicles/vehicle-page")),
      consolePage(paths.admin.profit, () => import("@/features/console/profit/page")),
      consolePage(paths.admin.paymentsReport, () => import("@/features/console/money-reports/payments-page")),
      consolePage(paths.admin.channelReport, () => import("@/features/console/money-reports/channels-page")),
      consolePage(paths.admin.receivables, () => import("@/features/console/money-reports/receivables-page")),
      consolePage(paths.admin.vatReport, () => import("@/features/console/money-reports/vat-page")),
      consolePage(paths.admin.vehicleCosts, () => import("@/features/console/vehicle-costs/page")),
      consolePage(paths.admin.fines, () => import("@/features/console/vehicle-costs/fines-page")),
      consolePage(paths.admin.media, () => import("@/features/console/media/page")),
      consolePage(paths.admin.invoices, () => import("@/features/console/invoices/page")),
      consolePage(paths.admin.accounting, () => import("@/features/console/accounting/page")),
      consolePage(paths.admin.tills, () => import("@/features/console/tills/page")),
      consolePage(paths.admin.moneySettings, () => import("@/features/console/money-settings/page")),
      consolePage(paths.admin.fleetSettings, () => import("@/features/console/fleet-settings/page")),
      consolePage(paths.admin.affiliates, () => import("@/features/console/affiliates/page")),
      consolePage(paths.admin.payouts, () => import("@/features/console/affiliates/payouts-page")),
      consolePage(paths.admin.promoCodes, () => import("@/features/console/promo-codes/page")),
      consolePage(paths.admin.affiliate, () => import("@/features/console/affiliates/affiliate-page")),
      consolePage(
        paths.admin.affiliateStatement,
        () => import("@/features/console/affiliates/statement-page"),
      ),
      consolePage(paths.admin.reports, () => import("@/features/console/reports/page")),
      consolePage(paths.admin.quizAnalytics, () => import("@/features/console/quiz-analytics/page")),
      consolePage(paths.admin.queries, () => import("@/features/console/queries/page")),
      consolePage(paths.admin.quizEditor, () => import("@/features/console/quiz-editor/page")),
      consolePage(paths.admin.quizContacts, () => import("@/features/console/quiz-contacts/page")),
      consolePage(paths.admin.quizTest, () => import("@/features/console/quiz-test/page")),
      consolePage(paths.admin.conversions, () => import("@/features/console/conversions/page")),
      consolePage(paths.admin.visits, () => import("@/features/console/visits/page")),
      consolePage(paths.admin.catalog, () => import("@/features/console/catalog/page")),
      consolePage(paths.admin.catalogCar, () => import("@/features/console/catalog/car-page")),
      consolePage(paths.admin.catalogSeasons, () => import("@/features/console/prices/page")),
      consolePage(
        paths.admin.catalogPriceSuggestions,
        () => import("@/features/console/prices/suggestions/page"),
      ),
      consolePage(paths.admin.catalogSeason, () => import("@/features/console/prices/season-page")),
      consolePage(paths.admin.catalogPlaces, () => import("@/features/console/places/page")),
      consolePage(paths.admin.catalogPlace, () => import("@/features/console/places/place-page")),
      consolePage(
        paths.admin.catalogHandoverPlace,
        () => import("@/features/console/places/handover-place-page"),
      ),
      consolePage(paths.admin.catalogDelivery, () => import("@/features/console/places/delivery-page")),
      consolePage(paths.admin.catalogDriving, () => import("@/features/console/places/driving-page")),
      consolePage(paths.admin.catalogInsurance, () => import("@/features/console/extras/insurance-page")),
      consolePage(paths.admin.catalogServices, () => import("@/features/console/extras/services-page")),
      consolePage(paths.admin.catalogHistory, () => import("@/features/console/catalog/history-page")),
      consolePage(paths.admin.catalogFiles, () => import("@/features/console/catalog/files-page")),
      consolePage(paths.admin.currencies, () => import("@/features/console/currencies/page")),
      consolePage(paths.admin.languages, () => import("@/features/console/languages/page")),
      consolePage(paths.admin.customers, () => import("@/features/console/customers/page")),
      consolePage(paths.admin.customersByEmail, () => import("@/features/console/customers/by-email-page")),
      consolePage(paths.admin.customer, () => import("@/features/console/customers/customer-page")),
      consolePage(paths.admin.reviews, () => import("@/features/console/reviews/page")),
      consolePage(paths.admin.content, () => import("@/features/console/content/page")),
      consolePage(paths.admin.text, () => import("@/features/console/content/text-page")),
      consolePage(paths.admin.setup, () => import("@/features/console/setup/page")),
      consolePage(paths.admin.settings, () => import("@/features/console/settings/page")),
      consolePage(paths.admin.planUsage, () => import("@/features/console/plan-usage/page")),
      consolePage(paths.admin.yourData, () => import("@/features/console/your-data/page")),
      consolePage(paths.admin.supportAccess, () => import("@/features/console/support/access-page")),
      consolePage(paths.admin.domains, () => import("@/features/console/domains/page")),
      consolePage(paths.admin.channels, () => import("@/features/console/channels/page")),
      consolePage(paths.admin.calendarFeeds, () => import("@/features/console/calendar-feeds/page")),
      consolePage(paths.admin.embed, () => import("@/features/console/settings/embed-page")),
      consolePage(paths.admin.webhooks, () => import("@/features/console/webhooks/page")),
      consolePage(paths.admin.webhook, () => import("@/features/console/webhooks/webhook-page")),
      consolePage(paths.admin.messages, () => import("@/features/console/messages/page")),
      consolePage(paths.admin.brand, () => import("@/features/console/brand/page")),
      consolePage(paths.admin.apiKeys, () => import("@/features/console/api-keys/page")),
      consolePage(paths.admin.users, () => import("@/features/console/users/page")),
      consolePage(paths.admin.auditLog, () => import("@/features/console/audit-log/page")),
      consolePage(paths.admin.account, () => import("@/features/console/account/page")),
      consolePage(paths.admin.help, () => import("@/features/console/help/page")),
    ],
  },
];
