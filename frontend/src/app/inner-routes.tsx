import type { RouteObject } from "react-router";
import { paths } from "@/config/paths";
import { inWing } from "./in-wing";

/** Pages of people who work with the site: affiliates, and a company in its console. */
export const innerRoutes = (): RouteObject[] => [
  {
    path: paths.affiliate.register,
    lazy: inWing("partners", () => import("@/features/partners/register/page")),
  },
  {
    path: paths.affiliate.login,
    lazy: inWing("partners", () => import("@/features/partners/sign-in/page")),
  },
  {
    path: paths.affiliate.dashboard,
    lazy: inWing("partners", () => import("@/features/partners/dashboard/page")),
  },
  {
    path: paths.affiliate.forgotPassword,
    lazy: inWing("partners", () => import("@/features/partners/sign-in/forgot-password-page")),
  },
  {
    path: paths.affiliate.resetPassword,
    lazy: inWing("partners", () => import("@/features/partners/sign-in/reset-password-page")),
  },
  {
    path: paths.admin.signIn,
    lazy: inWing("console", () => import("@/features/console/sign-in/page")),
  },
  {
    path: paths.admin.forgotPassword,
    lazy: inWing("console", () => import("@/features/console/sign-in/forgot-password-page")),
  },
  {
    path: paths.admin.resetPassword,
    lazy: inWing("console", () => import("@/features/console/sign-in/reset-password-page")),
  },
  {
    path: paths.admin.acceptInvitation,
    lazy: inWing("console", () => import("@/features/console/sign-in/accept-invitation-page")),
  },
  {
    path: paths.admin.sharedFigures,
    lazy: inWing("console", () => import("@/features/console/quiz-analytics/shared-figures/page")),
  },
  {
    path: paths.admin.yard,
    lazy: inWing("console", () => import("@/features/console/yard/frame")),
    children: [
      { index: true, lazy: inWing("console", () => import("@/features/console/yard/page")) },
      {
        path: paths.admin.yardForm,
        lazy: inWing("console", () => import("@/features/console/yard/form-page")),
      },
    ],
  },
  {
    path: paths.admin.home,
    lazy: inWing("console", () => import("@/features/console/shell/page")),
    children: [
      { index: true, lazy: inWing("console", () => import("@/features/console/shell/home-page")) },
      {
        path: paths.admin.today,
        lazy: inWing("console", () => import("@/features/console/today/page")),
      },
      {
        path: paths.admin.bookings,
        lazy: inWing("console", () => import("@/features/console/bookings/page")),
      },
      {
        path: paths.admin.newBooking,
        lazy: inWing("console", () => import("@/features/console/bookings/desk/new-booking-page")),
      },
      {
        path: paths.admin.changeBooking,
        lazy: inWing("console", () => import("@/features/console/bookings/desk/change-booking-page")),
      },
      {
        path: paths.admin.booking,
        lazy: inWing("console", () => import("@/features/console/bookings/booking-page")),
      },
      {
        path: paths.admin.handOverTerms,
        lazy: inWing("console", () => import("@/features/console/hand-over-terms/page")),
      },
      {
        path: paths.admin.calendar,
        lazy: inWing("console", () => import("@/features/console/calendar/page")),
      },
      {
        path: paths.admin.vehicles,
        lazy: inWing("console", () => import("@/features/console/vehicles/page")),
      },
      {
        path: paths.admin.vehicle,
        lazy: inWing("console", () => import("@/features/console/vehicles/vehicle-page")),
      },
      {
        path: paths.admin.media,
        lazy: inWing("console", () => import("@/features/console/media/page")),
      },
      {
        path: paths.admin.invoices,
        lazy: inWing("console", () => import("@/features/console/invoices/page")),
      },
      {
        path: paths.admin.tills,
        lazy: inWing("console", () => import("@/features/console/tills/page")),
      },
      {
        path: paths.admin.moneySettings,
        lazy: inWing("console", () => import("@/features/console/money-settings/page")),
      },
      {
        path: paths.admin.fleetSettings,
        lazy: inWing("console", () => import("@/features/console/fleet-settings/page")),
      },
      {
        path: paths.admin.affiliates,
        lazy: inWing("console", () => import("@/features/console/affiliates/page")),
      },
      {
        path: paths.admin.payouts,
        lazy: inWing("console", () => import("@/features/console/affiliates/payouts-page")),
      },
      {
        path: paths.admin.promoCodes,
        lazy: inWing("console", () => import("@/features/console/promo-codes/page")),
      },
      {
        path: paths.admin.affiliate,
        lazy: inWing("console", () => import("@/features/console/affiliates/affiliate-page")),
      },
      {
        path: paths.admin.affiliateStatement,
        lazy: inWing("console", () => import("@/features/console/affiliates/statement-page")),
      },
      {
        path: paths.admin.reports,
        lazy: inWing("console", () => import("@/features/console/reports/page")),
      },
      {
        path: paths.admin.quizAnalytics,
        lazy: inWing("console", () => import("@/features/console/quiz-analytics/page")),
      },
      {
        path: paths.admin.quizEditor,
        lazy: inWing("console", () => import("@/features/console/quiz-editor/page")),
      },
      {
        path: paths.admin.quizTest,
        lazy: inWing("console", () => import("@/features/console/quiz-test/page")),
      },
      {
        path: paths.admin.conversions,
        lazy: inWing("console", () => import("@/features/console/conversions/page")),
      },
      {
        path: paths.admin.visits,
        lazy: inWing("console", () => import("@/features/console/visits/page")),
      },
      {
        path: paths.admin.catalog,
        lazy: inWing("console", () => import("@/features/console/catalog/page")),
      },
      {
        path: paths.admin.catalogCar,
        lazy: inWing("console", () => import("@/features/console/catalog/car-page")),
      },
      {
        path: paths.admin.catalogSeasons,
        lazy: inWing("console", () => import("@/features/console/prices/page")),
      },
      {
        path: paths.admin.catalogSeason,
        lazy: inWing("console", () => import("@/features/console/prices/season-page")),
      },
      {
        path: paths.admin.catalogPlaces,
        lazy: inWing("console", () => import("@/features/console/places/page")),
      },
      {
        path: paths.admin.catalogPlace,
        lazy: inWing("console", () => import("@/features/console/places/place-page")),
      },
      {
        path: paths.admin.catalogDelivery,
        lazy: inWing("console", () => import("@/features/console/places/delivery-page")),
      },
      {
        path: paths.admin.catalogInsurance,
        lazy: inWing("console", () => import("@/features/console/extras/insurance-page")),
      },
      {
        path: paths.admin.catalogServices,
        lazy: inWing("console", () => import("@/features/console/extras/services-page")),
      },
      {
        path: paths.admin.catalogHistory,
        lazy: inWing("console", () => import("@/features/console/catalog/history-page")),
      },
      {
        path: paths.admin.catalogFiles,
        lazy: inWing("console", () => import("@/features/console/catalog/files-page")),
      },
      {
        path: paths.admin.currencies,
        lazy: inWing("console", () => import("@/features/console/currencies/page")),
      },
      {
        path: paths.admin.languages,
        lazy: inWing("console", () => import("@/features/console/languages/page")),
      },
      {
        path: paths.admin.customers,
        lazy: inWing("console", () => import("@/features/console/customers/page")),
      },
      {
        path: paths.admin.customersByAddress,
        lazy: inWing("console", () => import("@/features/console/customers/by-address-page")),
      },
      {
        path: paths.admin.customer,
        lazy: inWing("console", () => import("@/features/console/customers/customer-page")),
      },
      {
        path: paths.admin.content,
        lazy: inWing("console", () => import("@/features/console/content/page")),
      },
      {
        path: paths.admin.text,
        lazy: inWing("console", () => import("@/features/console/content/text-page")),
      },
      {
        path: paths.admin.setup,
        lazy: inWing("console", () => import("@/features/console/setup/page")),
      },
      {
        path: paths.admin.settings,
        lazy: inWing("console", () => import("@/features/console/settings/page")),
      },
      {
        path: paths.admin.domains,
        lazy: inWing("console", () => import("@/features/console/domains/page")),
      },
      {
        path: paths.admin.messages,
        lazy: inWing("console", () => import("@/features/console/messages/page")),
      },
      {
        path: paths.admin.brand,
        lazy: inWing("console", () => import("@/features/console/brand/page")),
      },
      {
        path: paths.admin.users,
        lazy: inWing("console", () => import("@/features/console/users/page")),
      },
      {
        path: paths.admin.auditLog,
        lazy: inWing("console", () => import("@/features/console/audit-log/page")),
      },
      {
        path: paths.admin.account,
        lazy: inWing("console", () => import("@/features/console/account/page")),
      },
    ],
  },
];
