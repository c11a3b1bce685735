// What the server accepts. Written by build/limits.mjs (`make types`) from openapi.json.

export const acceptDifferenceRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const acceptInvitationRequestLimits = {
  name: { maxLength: 120 },
  password: { minLength: 8, maxLength: 200 },
  token: { minLength: 1, maxLength: 100 },
} as const;

export const accessoryLimits = {
  code: { minLength: 1, maxLength: 60 },
  count: { minimum: 0, maximum: 20 },
  label: { maxLength: 120 },
} as const;

export const accountingDataLimits = {
  clientNumber: { minimum: 1, maximum: 99999 },
  consultantNumber: { minimum: 1001, maximum: 9999999 },
} as const;

export const adAccountRequestLimits = {
  keyFile: { maxLength: 10000 },
} as const;

export const adWithdrawalInLimits = {
  consentId: { maxLength: 64 },
  deviceFingerprint: { maxLength: 200 },
} as const;

export const addDocumentRequestLimits = {
  content: { minLength: 1, maxLength: 1250000 },
} as const;

export const addFineRequestLimits = {
  amount: { maximum: 1000000 },
  note: { maxLength: 500 },
  plate: { minLength: 1, maxLength: 20 },
  reference: { maxLength: 80 },
} as const;

export const addReviewRequestLimits = {
  author: { minLength: 1, maxLength: 80 },
  car: { maxLength: 120 },
  language: { maxLength: 7 },
  rating: { minimum: 1, maximum: 5 },
  source: { minLength: 1, maxLength: 60 },
  sourceUrl: { maxLength: 500 },
  text: { minLength: 1, maxLength: 3000 },
} as const;

export const addressServiceSettingsLimits = {
  revision: { maxLength: 40 },
} as const;

export const affiliateResetConfirmRequestLimits = {
  password: { minLength: 8, maxLength: 200 },
  token: { minLength: 1, maxLength: 200 },
} as const;

export const alertQuestionLimits = {
  hours: { minimum: 1, maximum: 72 },
  limit: { minimum: 0, maximum: 1000000000 },
  minSessions: { minimum: 0, maximum: 1000000 },
  query: { maxLength: 4000 },
} as const;

export const alertRuleRequestLimits = {
  hours: { minimum: 1, maximum: 72 },
  limit: { minimum: 0, maximum: 1000000000 },
  minSessions: { minimum: 0, maximum: 1000000 },
  name: { minLength: 1, maxLength: 80 },
  query: { maxLength: 4000 },
} as const;

export const annotationRequestLimits = {
  text: { minLength: 1, maxLength: 80 },
} as const;

export const answerInLimits = {
  answer: { maxLength: 1000 },
  questionId: { minLength: 1, maxLength: 60 },
  questionText: { maxLength: 1000 },
  sequence: { minimum: 0, maximum: 1000000 },
  value: { minLength: 1, maxLength: 1219 },
} as const;

export const answerReviewRequestLimits = {
  answer: { maxLength: 2000 },
  revision: { minimum: 1, maximum: 1000000000 },
} as const;

export const answersInLimits = {
  quizVersion: { maxLength: 40 },
  sessionId: { minLength: 1, maxLength: 120 },
} as const;

export const apiKeyRequestLimits = {
  expiresInDays: { minimum: 1, maximum: 3650 },
  name: { minLength: 1, maxLength: 80 },
  requestsPerMinute: { minimum: 1, maximum: 3000 },
} as const;

export const apiKeySettingsRequestLimits = {
  maxDays: { minimum: 1, maximum: 3650 },
} as const;

export const armInLimits = {
  share: { minimum: 5, maximum: 95 },
  version: { minLength: 1, maxLength: 40 },
} as const;

export const billToLimits = {
  address: { maxLength: 500 },
  name: { maxLength: 200 },
  vatNumber: { maxLength: 40 },
} as const;

export const blacklistRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const blockRequestLimits = {
  title: { minLength: 1, maxLength: 120 },
} as const;

export const bookingRequestLimits = {
  customerName: { maxLength: 160, partMinLength: 2 },
  customerPhone: { minLength: 10, maxLength: 40 },
  dropoffAddress: { maxLength: 300 },
  flightNumber: { maxLength: 20 },
  pickupAddress: { maxLength: 300 },
} as const;

export const botCheckRequestLimits = {
  revision: { maxLength: 40 },
  secret: { maxLength: 500 },
  siteKey: { maxLength: 200 },
} as const;

export const calendarFeedRequestLimits = {
  name: { minLength: 1, maxLength: 80 },
} as const;

export const cancelOwnBookingRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const cancellationFeeRequestLimits = {
  amount: { minimum: 0, maximum: 10000000 },
  reason: { maxLength: 500 },
} as const;

export const captureRequestLimits = {
  amount: { maximum: 10000000 },
  reason: { minLength: 1, maxLength: 500 },
} as const;

export const catalogChangeItemRequestLimits = {
  revision: { maxLength: 40 },
} as const;

export const catalogImportRequestLimits = {
  table: { maxLength: 40 },
  text: { minLength: 1, maxLength: 1500000 },
} as const;

export const catalogPreviewRequestLimits = {
  carType: { minLength: 1, maxLength: 120 },
  days: { minimum: 1, maximum: 365 },
  driverAge: { minimum: 0, maximum: 150 },
  dropoffLocation: { maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  insuranceType: { maxLength: 60 },
  pickupLocation: { maxLength: 60 },
  pickupPlace: { maxLength: 60 },
  pickupTime: { maxLength: 5 },
  promoCode: { maxLength: 200 },
  returnTime: { maxLength: 5 },
} as const;

export const catalogPublishRequestLimits = {
  note: { maxLength: 160 },
  revision: { maxLength: 40 },
} as const;

export const changeBookingRequestLimits = {
  car: { minLength: 1, maxLength: 120 },
  customerEmail: { maxLength: 254 },
  customerName: { minLength: 2, maxLength: 160 },
  customerPhone: { maxLength: 40 },
  discountPercent: { minimum: 0, maximum: 100 },
  driverAge: { minimum: 16, maximum: 120 },
  dropoffLocation: { minLength: 1, maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  groupSize: { minimum: 1, maximum: 100 },
  insuranceType: { minLength: 1, maxLength: 60 },
  pickupLocation: { minLength: 1, maxLength: 60 },
  pickupPlace: { maxLength: 60 },
  reason: { maxLength: 500 },
} as const;

export const changeCustomerRequestLimits = {
  licenceNumber: { maxLength: 60 },
  name: { minLength: 1, maxLength: 160 },
} as const;

export const changeOwnBookingRequestLimits = {
  dropoffAddress: { maxLength: 300 },
  dropoffLocation: { minLength: 1, maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  flightNumber: { maxLength: 20 },
  insuranceType: { minLength: 1, maxLength: 60 },
  pickupAddress: { maxLength: 300 },
  pickupLocation: { minLength: 1, maxLength: 60 },
  pickupPlace: { maxLength: 60 },
} as const;

export const changeOwnEventRequestLimits = {
  name: { minLength: 1, maxLength: 60 },
  page: { maxLength: 200 },
  revision: { minimum: 1 },
  value: { minLength: 1, maxLength: 2048 },
} as const;

export const channelRequestLimits = {
  commissionPercent: { minimum: 0, maximum: 100 },
  name: { minLength: 1, maxLength: 80 },
} as const;

export const chargeFineRequestLimits = {
  amount: { maximum: 1000000 },
  bookingReference: { maxLength: 40 },
  handlingFee: { minimum: 0, maximum: 1000000 },
} as const;

export const chosenPriceLimits = {
  price: { minimum: 0, maximum: 10000000 },
  suggested: { minimum: 0, maximum: 10000000 },
} as const;

export const clickInLimits = {
  consentId: { maxLength: 64 },
  deviceFingerprint: { maxLength: 200 },
  domain: { maxLength: 253 },
  gbraid: { maxLength: 300 },
  gclid: { maxLength: 300 },
  language: { maxLength: 200 },
  platform: { maxLength: 200 },
  referrer: { maxLength: 2048 },
  screenResolution: { maxLength: 200 },
  sessionId: { maxLength: 120 },
  sourceUrl: { maxLength: 2048 },
  timezone: { maxLength: 200 },
  trackingMethod: { maxLength: 200 },
  userAgent: { maxLength: 1000 },
  wbraid: { maxLength: 300 },
} as const;

export const clockSettingsLimits = {
  revision: { maxLength: 40 },
  timezone: { maxLength: 60 },
} as const;

export const codeRequestLimits = {
  challenge: { minLength: 1, maxLength: 100 },
  code: { minLength: 1, maxLength: 40 },
} as const;

export const codeTermsLimits = {
  commissionPercent: { minimum: 0, maximum: 100 },
  discountPercent: { minimum: 0, maximum: 100 },
  maximumUses: { minimum: 1, maximum: 1000000 },
} as const;

export const commissionSettingsLimits = {
  percent: { minimum: 0, maximum: 100 },
  revision: { maxLength: 40 },
} as const;

export const companyBasicsLimits = {
  name: { minLength: 1, maxLength: 120 },
  revision: { maxLength: 40 },
} as const;

export const companyExportRequestLimits = {
  currentPassword: { minLength: 1, maxLength: 200 },
} as const;

export const connectionReturnLimits = {
  state: { minLength: 1, maxLength: 100 },
} as const;

export const contactSettingsLimits = {
  address: { maxLength: 500 },
  chatNumber: { maxLength: 20 },
  chatUrlBase: { maxLength: 500 },
  email: { maxLength: 254 },
  mapsUrl: { maxLength: 500 },
  phone: { maxLength: 200 },
  publicOrigin: { maxLength: 300 },
  revision: { maxLength: 40 },
} as const;

export const conversionNameRequestLimits = {
  conversionName: { minLength: 1, maxLength: 100 },
} as const;

export const conversionSenderRequestLimits = {
  keyFile: { maxLength: 10000 },
} as const;

export const copyRequestLimits = {
  email: { minLength: 1, maxLength: 254 },
} as const;

export const costDecisionLimits = {
  amount: { minimum: 0, maximum: 100000 },
  reason: { maxLength: 500 },
  shown: { minimum: 0, maximum: 100000 },
} as const;

export const costUploadRequestLimits = {
  file: { maxLength: 1500000 },
  fileName: { maxLength: 200 },
  source: { minLength: 1, maxLength: 200 },
} as const;

export const countTillRequestLimits = {
  counted: { minimum: 0, maximum: 10000000 },
  reason: { maxLength: 500 },
} as const;

export const creditLineLimits = {
  amount: { maximum: 10000000 },
  line: { minimum: 0, maximum: 1000 },
} as const;

export const creditRequestLimits = {
  amount: { maximum: 10000000 },
  reason: { minLength: 1, maxLength: 500 },
} as const;

export const customerEmailRequestLimits = {
  body: { minLength: 1, maxLength: 4000 },
  subject: { minLength: 1, maxLength: 200 },
} as const;

export const customerNoteRequestLimits = {
  text: { minLength: 1, maxLength: 4000 },
} as const;

export const customerRequestLimits = {
  email: { minLength: 1, maxLength: 254 },
} as const;

export const damageInLimits = {
  note: { maxLength: 500 },
  x: { minimum: 0, maximum: 1000 },
  y: { minimum: 0, maximum: 1000 },
} as const;

export const decisionRequestLimits = {
  amount: { minimum: 0, maximum: 100000 },
  label: { maxLength: 120 },
  reason: { maxLength: 500 },
} as const;

export const deleteDocumentRequestLimits = {
  reason: { minLength: 1, maxLength: 500 },
} as const;

export const deletionRequestLimits = {
  companyName: { minLength: 1, maxLength: 200 },
  currentPassword: { minLength: 1, maxLength: 200 },
} as const;

export const depositRequestLimits = {
  amount: { maximum: 10000000 },
  note: { maxLength: 500 },
} as const;

export const documentRequestLimits = {
  title: { maxLength: 120 },
} as const;

export const domainRequestLimits = {
  host: { minLength: 1, maxLength: 253 },
} as const;

export const draftRequestLimits = {
  revision: { maxLength: 40 },
} as const;

export const driverFeeRequestLimits = {
  amount: { minimum: 0, maximum: 100000 },
} as const;

export const embedSettingsLimits = {
  revision: { maxLength: 40 },
} as const;

export const exportQueryRequestLimits = {
  sql: { minLength: 1, maxLength: 10000 },
} as const;

export const fineImportRequestLimits = {
  csv: { minLength: 1, maxLength: 250000 },
} as const;

export const firstCodeRequestLimits = {
  code: { minLength: 1, maxLength: 40 },
} as const;

export const fleetSettingsRequestLimits = {
  turnRoundMinutes: { minimum: 0, maximum: 2880 },
} as const;

export const goBackRequestLimits = {
  version: { minimum: 1, maximum: 1000000 },
} as const;

export const hideReviewRequestLimits = {
  reason: { minLength: 1, maxLength: 300 },
  revision: { minimum: 1, maximum: 1000000000 },
} as const;

export const holdRequestLimits = {
  car: { minLength: 1, maxLength: 120 },
  pickupTime: { minLength: 4, maxLength: 8 },
  returnTime: { minLength: 4, maxLength: 8 },
  token: { maxLength: 100 },
} as const;

export const importRequestLimits = {
  csv: { minLength: 1, maxLength: 200000 },
} as const;

export const importedCalendarNameRequestLimits = {
  name: { minLength: 1, maxLength: 80 },
} as const;

export const importedCalendarRequestLimits = {
  name: { minLength: 1, maxLength: 80 },
  url: { minLength: 1, maxLength: 500 },
} as const;

export const invitationLookRequestLimits = {
  token: { minLength: 1, maxLength: 100 },
} as const;

export const inviteRequestLimits = {
  email: { minLength: 1, maxLength: 254 },
} as const;

export const invoiceDraftRequestLimits = {
  language: { minLength: 2, maxLength: 20 },
  note: { maxLength: 1000 },
  orderNumber: { maxLength: 60 },
  revision: { minimum: 0, maximum: 1000000 },
} as const;

export const issueRequestLimits = {
  revision: { minimum: 0, maximum: 1000000 },
  total: { minimum: 0, maximum: 10000000 },
} as const;

export const journeyInLimits = {
  consentId: { maxLength: 64 },
  deviceFingerprint: { maxLength: 300 },
  gbraid: { maxLength: 300 },
  gclid: { maxLength: 300 },
  language: { maxLength: 20 },
  page: { maxLength: 2048 },
  utmCampaign: { maxLength: 200 },
  utmContent: { maxLength: 200 },
  utmMedium: { maxLength: 200 },
  utmSource: { maxLength: 200 },
  utmTerm: { maxLength: 200 },
  wbraid: { maxLength: 300 },
} as const;

export const keepFineRequestLimits = {
  amount: { maximum: 1000000 },
} as const;

export const keepMessageTextRequestLimits = {
  body: { minLength: 1, maxLength: 4000 },
  button: { maxLength: 60 },
  heading: { minLength: 1, maxLength: 200 },
  revision: { minimum: 0, maximum: 1000000 },
  subject: { minLength: 1, maxLength: 200 },
} as const;

export const languageRequestLimits = {
  language: { maxLength: 20 },
} as const;

export const languagesRequestLimits = {
  teamLanguage: { minLength: 1, maxLength: 20 },
} as const;

export const lengthDiscountLimits = {
  minDays: { minimum: 2, maximum: 365 },
  percent: { minimum: 1, maximum: 90 },
} as const;

export const linkRequestLimits = {
  amount: { maximum: 10000000 },
} as const;

export const makeLinkRequestLimits = {
  days: { minimum: 1, maximum: 90 },
} as const;

export const manageLinkRequestLimits = {
  token: { minLength: 1, maxLength: 1000 },
} as const;

export const manualLineInLimits = {
  amount: { minimum: -10000000, maximum: 10000000 },
  label: { minLength: 1, maxLength: 120 },
} as const;

export const mediaFileRequestLimits = {
  name: { maxLength: 300 },
} as const;

export const mediaItemRequestLimits = {
  focusX: { minimum: 0, maximum: 1000 },
  focusY: { minimum: 0, maximum: 1000 },
  title: { maxLength: 200 },
} as const;

export const mediaLinkRequestLimits = {
  url: { minLength: 1, maxLength: 2000 },
} as const;

export const messageSettingsRequestLimits = {
  reminderHour: { minimum: 0, maximum: 23 },
  reviewUrl: { maxLength: 500 },
  revision: { minimum: 0, maximum: 1000000 },
  thanksDays: { minimum: 1, maximum: 30 },
} as const;

export const messageTextRequestLimits = {
  body: { minLength: 1, maxLength: 4000 },
  button: { maxLength: 60 },
  heading: { minLength: 1, maxLength: 200 },
  subject: { minLength: 1, maxLength: 200 },
} as const;

export const newCodeLimits = {
  code: { maxLength: 200 },
  commissionPercent: { minimum: 0, maximum: 100 },
  discountPercent: { minimum: 0, maximum: 100 },
  maximumUses: { minimum: 1, maximum: 1000000 },
} as const;

export const newPageRequestLimits = {
  title: { minLength: 1, maxLength: 120 },
} as const;

export const newRateRequestLimits = {
  currency: { maxLength: 3 },
} as const;

export const noShowRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const noteRequestLimits = {
  text: { minLength: 1, maxLength: 4000 },
} as const;

export const notificationRequestLimits = {
  chatWebhookUrl: { maxLength: 500 },
  email: { maxLength: 254 },
  revision: { maxLength: 40 },
} as const;

export const numberingRequestLimits = {
  format: { minLength: 1, maxLength: 60 },
  nextSequence: { minimum: 1, maximum: 999999999 },
  revision: { minimum: 0, maximum: 1000000 },
} as const;

export const openBookingRequestLimits = {
  email: { minLength: 1, maxLength: 254 },
  reference: { minLength: 1, maxLength: 20 },
} as const;

export const openLinkRequestLimits = {
  lang: { maxLength: 20 },
  token: { maxLength: 100 },
} as const;

export const openTillRequestLimits = {
  opening: { minimum: 0, maximum: 10000000 },
} as const;

export const ownDetailsRequestLimits = {
  dropoffAddress: { maxLength: 300 },
  flightNumber: { maxLength: 20 },
  pickupAddress: { maxLength: 300 },
} as const;

export const ownEventRequestLimits = {
  name: { minLength: 1, maxLength: 60 },
  page: { maxLength: 200 },
  value: { minLength: 1, maxLength: 2048 },
} as const;

export const ownLicenceRequestLimits = {
  content: { minLength: 1, maxLength: 1250000 },
} as const;

export const ownMessageRequestLimits = {
  text: { minLength: 1, maxLength: 2000 },
} as const;

export const ownRentalRequestLimits = {
  dropoffLocation: { minLength: 1, maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  insuranceType: { minLength: 1, maxLength: 60 },
  pickupLocation: { minLength: 1, maxLength: 60 },
  pickupPlace: { maxLength: 60 },
} as const;

export const passwordChangeRequestLimits = {
  currentPassword: { minLength: 1, maxLength: 200 },
  newPassword: { minLength: 8, maxLength: 200 },
} as const;

export const passwordProofLimits = {
  currentPassword: { minLength: 1, maxLength: 200 },
} as const;

export const passwordResetConfirmRequestLimits = {
  password: { minLength: 8, maxLength: 200 },
  token: { minLength: 1, maxLength: 100 },
} as const;

export const passwordResetRequestLimits = {
  email: { minLength: 1, maxLength: 254 },
} as const;

export const paymentRequestLimits = {
  amount: { maximum: 10000000 },
  note: { maxLength: 500 },
} as const;

export const phoneChannelRequestLimits = {
  account: { minLength: 1, maxLength: 64 },
  appSecret: { minLength: 1, maxLength: 1000 },
  dailyLimit: { minimum: 1, maximum: 100000 },
  revision: { minimum: 0, maximum: 1000000 },
  sender: { maxLength: 64 },
  token: { minLength: 1, maxLength: 1000 },
  verifyToken: { minLength: 1, maxLength: 1000 },
} as const;

export const phoneInboxRequestLimits = {
  reference: { maxLength: 20 },
} as const;

export const phoneTemplateRequestLimits = {
  body: { minLength: 1, maxLength: 1024 },
  templateLanguage: { maxLength: 20 },
  templateName: { maxLength: 512 },
} as const;

export const phoneTextRequestLimits = {
  text: { minLength: 1, maxLength: 1000 },
} as const;

export const pictureRequestLimits = {
  content: { minLength: 1, maxLength: 1250000 },
} as const;

export const priceRuleLimits = {
  daysFrom: { minimum: 0, maximum: 365 },
  daysTo: { minimum: 0, maximum: 365 },
  maxPrice: { maximum: 100000 },
  minPrice: { maximum: 100000 },
  occupancy: { minimum: 1, maximum: 100 },
  percent: { minimum: 1, maximum: 90 },
} as const;

export const priceRulesRequestLimits = {
  revision: { maxLength: 40 },
} as const;

export const privacySettingsLimits = {
  documentDays: { minimum: 1, maximum: 1095 },
  retentionDays: { minimum: 1, maximum: 1095 },
  revision: { maxLength: 40 },
} as const;

export const promoRequestLimits = {
  promoCode: { maxLength: 200 },
} as const;

export const publishQuizRequestLimits = {
  note: { maxLength: 300 },
  revision: { minimum: 0, maximum: 1000000000 },
} as const;

export const publishRequestLimits = {
  revision: { maxLength: 40 },
} as const;

export const publishTextRequestLimits = {
  revision: { minimum: 0, maximum: 9007199254740992 },
} as const;

export const questionViewLimits = {
  questionId: { minLength: 1, maxLength: 60 },
  quizVersion: { maxLength: 40 },
  sessionId: { minLength: 1, maxLength: 120 },
} as const;

export const quoteForStaffRequestLimits = {
  car: { minLength: 1, maxLength: 120 },
  customerEmail: { maxLength: 254 },
  customerPhone: { maxLength: 40 },
  discountPercent: { minimum: 0, maximum: 100 },
  driverAge: { minimum: 16, maximum: 120 },
  dropoffLocation: { minLength: 1, maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  groupSize: { minimum: 1, maximum: 100 },
  insuranceType: { minLength: 1, maxLength: 60 },
  pickupLocation: { minLength: 1, maxLength: 60 },
  pickupPlace: { maxLength: 60 },
  promoCode: { maxLength: 200 },
} as const;

export const quoteRequestLimits = {
  carType: { minLength: 1, maxLength: 120 },
  days: { minimum: 1, maximum: 365 },
  driverAge: { minimum: 0, maximum: 150 },
  dropoffLocation: { maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  insuranceType: { maxLength: 60 },
  pickupLocation: { maxLength: 60 },
  pickupPlace: { maxLength: 60 },
  pickupTime: { maxLength: 5 },
  promoCode: { maxLength: 200 },
  returnTime: { maxLength: 5 },
} as const;

export const receiptRequestLimits = {
  content: { minLength: 1, maxLength: 1250000 },
} as const;

export const recordRequestLimits = {
  fuelEighths: { minimum: 0, maximum: 8 },
  licenceNumber: { maxLength: 60 },
  mileageKm: { minimum: 0, maximum: 5000000 },
  note: { maxLength: 2000 },
  pictureCount: { minimum: 0, maximum: 60 },
  signerName: { maxLength: 200 },
} as const;

export const redirectRequestLimits = {
  path: { minLength: 1, maxLength: 1000 },
  target: { minLength: 1, maxLength: 2000 },
} as const;

export const refundRequestLimits = {
  amount: { maximum: 10000000 },
  reason: { minLength: 1, maxLength: 500 },
} as const;

export const refusalInLimits = {
  consentId: { maxLength: 64 },
  deviceFingerprint: { maxLength: 200 },
} as const;

export const refuseRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const registerRequestLimits = {
  name: { minLength: 2, maxLength: 120 },
  notes: { maxLength: 2000 },
  password: { minLength: 8, maxLength: 200 },
} as const;

export const releaseRequestLimits = {
  token: { minLength: 1, maxLength: 100 },
} as const;

export const rentalSettingsLimits = {
  driverMaximumAge: { minimum: 18, maximum: 120 },
  driverMinimumAge: { minimum: 18, maximum: 99 },
  groupMaximum: { minimum: 1, maximum: 99 },
  minimumDays: { minimum: 1, maximum: 60 },
  phonePrefix: { maxLength: 6 },
  promoDiscountPercent: { minimum: 0, maximum: 100 },
  revision: { maxLength: 40 },
  unconfirmedHours: { minimum: 1, maximum: 336 },
  unconfirmedPerContact: { minimum: 0, maximum: 1000 },
  unconfirmedPerIp: { minimum: 0, maximum: 1000 },
  unknownCarDailyRate: { minimum: 0, maximum: 1000000 },
} as const;

export const reportTestRequestLimits = {
  query: { maxLength: 4000 },
} as const;

export const reportsSecretRequestLimits = {
  secret: { minLength: 16, maxLength: 200 },
} as const;

export const resetMessageTextRequestLimits = {
  revision: { minimum: 0, maximum: 1000000 },
} as const;

export const returnRequestLimits = {
  token: { maxLength: 100 },
} as const;

export const reverseDecisionRequestLimits = {
  reason: { minLength: 1, maxLength: 500 },
} as const;

export const reverseFineRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const reverseRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const reverseTransferRequestLimits = {
  reason: { minLength: 1, maxLength: 500 },
} as const;

export const reviewDecisionLimits = {
  revision: { minimum: 1, maximum: 1000000000 },
} as const;

export const reviewImportRequestLimits = {
  csv: { minLength: 1, maxLength: 250000 },
} as const;

export const reviewLinkRequestLimits = {
  token: { minLength: 1, maxLength: 200 },
} as const;

export const reviewPictureRequestLimits = {
  revision: { minimum: 1, maximum: 1000000000 },
} as const;

export const roleChangeRequestLimits = {
  name: { minLength: 1, maxLength: 40 },
  revision: { minimum: 1, maximum: 1000000000 },
} as const;

export const roleRequestLimits = {
  name: { minLength: 1, maxLength: 40 },
} as const;

export const runQueryRequestLimits = {
  sql: { minLength: 1, maxLength: 10000 },
} as const;

export const saveQueryRequestLimits = {
  name: { minLength: 1, maxLength: 80 },
  sql: { minLength: 1, maxLength: 10000 },
} as const;

export const saveQuizRequestLimits = {
  basedOn: { maxLength: 40 },
  revision: { minimum: 0, maximum: 1000000000 },
} as const;

export const saveTextRequestLimits = {
  language: { minLength: 1, maxLength: 20 },
  revision: { minimum: 0, maximum: 9007199254740992 },
} as const;

export const saveViewRequestLimits = {
  name: { minLength: 1, maxLength: 80 },
  parameters: { maxLength: 2000 },
} as const;

export const sellerDataLimits = {
  address: { maxLength: 500 },
  bankAccount: { maxLength: 200 },
  footer: { maxLength: 500 },
  legalName: { maxLength: 200 },
  paymentDays: { minimum: 0, maximum: 365 },
  registrationNumber: { maxLength: 60 },
  taxId: { maxLength: 60 },
  taxLabel: { maxLength: 20 },
  vatPercent: { minimum: 0.01, maximum: 50 },
} as const;

export const serviceDoneRequestLimits = {
  doneMileageKm: { minimum: 0, maximum: 5000000 },
} as const;

export const serviceRequestLimits = {
  dueMileageKm: { minimum: 1, maximum: 5000000 },
  title: { minLength: 1, maxLength: 120 },
} as const;

export const sessionCompleteLimits = {
  quizVersion: { maxLength: 40 },
  sessionId: { minLength: 1, maxLength: 120 },
} as const;

export const sessionStartLimits = {
  consentId: { maxLength: 64 },
  deviceFingerprint: { maxLength: 200 },
  entryPath: { maxLength: 2048 },
  gbraid: { maxLength: 200 },
  gclid: { maxLength: 200 },
  language: { maxLength: 20 },
  quizVersion: { maxLength: 40 },
  referrer: { maxLength: 2048 },
  sessionId: { minLength: 1, maxLength: 120 },
  sourceUrl: { maxLength: 2048 },
  userAgent: { maxLength: 1000 },
  utmCampaign: { maxLength: 200 },
  utmContent: { maxLength: 200 },
  utmMedium: { maxLength: 200 },
  utmSource: { maxLength: 200 },
  utmTerm: { maxLength: 200 },
  wbraid: { maxLength: 200 },
} as const;

export const settleDepositRequestLimits = {
  applied: { minimum: 0, maximum: 10000000 },
  kept: { minimum: 0, maximum: 10000000 },
  reason: { maxLength: 500 },
  returned: { minimum: 0, maximum: 10000000 },
} as const;

export const signAgreementRequestLimits = {
  signerName: { maxLength: 200 },
  version: { minLength: 1, maxLength: 64 },
} as const;

export const signInRequestLimits = {
  email: { minLength: 1, maxLength: 254 },
  password: { minLength: 1, maxLength: 200 },
} as const;

export const startExperimentRequestLimits = {
  days: { minimum: 1, maximum: 90 },
  name: { minLength: 1, maxLength: 80 },
} as const;

export const statusChangeRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const stepBackRequestLimits = {
  reason: { maxLength: 500 },
} as const;

export const stepInLimits = {
  label: { maxLength: 200 },
  link: { maxLength: 2048 },
  millisecondsAgo: { minimum: 0, maximum: 10000000000 },
  page: { maxLength: 2048 },
  sessionId: { minLength: 1, maxLength: 120 },
} as const;

export const stripeRequestLimits = {
  secretKey: { minLength: 10, maxLength: 300 },
  webhookSecret: { minLength: 10, maxLength: 300 },
} as const;

export const subscribeRequestLimits = {
  query: { maxLength: 4000 },
} as const;

export const supportLinkRequestLimits = {
  token: { minLength: 1, maxLength: 100 },
} as const;

export const takeBookingRequestLimits = {
  car: { minLength: 1, maxLength: 120 },
  customerEmail: { maxLength: 254 },
  customerName: { minLength: 2, maxLength: 160 },
  customerPhone: { maxLength: 40 },
  discountPercent: { minimum: 0, maximum: 100 },
  driverAge: { minimum: 16, maximum: 120 },
  dropoffLocation: { minLength: 1, maxLength: 60 },
  dropoffPlace: { maxLength: 60 },
  groupSize: { minimum: 1, maximum: 100 },
  insuranceType: { minLength: 1, maxLength: 60 },
  language: { maxLength: 20 },
  note: { maxLength: 4000 },
  pickupLocation: { minLength: 1, maxLength: 60 },
  pickupPlace: { maxLength: 60 },
  promoCode: { maxLength: 200 },
  reason: { maxLength: 500 },
} as const;

export const termsRequestLimits = {
  cleaning: { minimum: 0, maximum: 100000 },
  damage: { minimum: 0, maximum: 100000 },
  fineFee: { minimum: 0, maximum: 100000 },
  fuelEighth: { minimum: 0, maximum: 100000 },
  parkingFee: { minimum: 0, maximum: 100000 },
  tollFee: { minimum: 0, maximum: 100000 },
} as const;

export const termsSettingsLimits = {
  additionalDriverFee: { minimum: 0, maximum: 1000000 },
  deposit: { minimum: 0, maximum: 1000000 },
  extraKilometre: { minimum: 0, maximum: 1000000 },
  freeCancellationHours: { minimum: 0, maximum: 720 },
  kilometresADay: { minimum: 1, maximum: 5000 },
  lateAfterMinutes: { minimum: 0, maximum: 1440 },
  lateCancellationDays: { minimum: 0, maximum: 30 },
  lateFee: { minimum: 0, maximum: 1000000 },
  lateHourPercent: { minimum: 0, maximum: 100 },
  licenceYears: { minimum: 0, maximum: 20 },
  noShowDays: { minimum: 0, maximum: 30 },
  revision: { maxLength: 40 },
  youngDriverFee: { minimum: 0, maximum: 1000000 },
  youngDriverUnder: { minimum: 18, maximum: 99 },
} as const;

export const transferRequestLimits = {
  amount: { maximum: 10000000 },
  note: { maxLength: 500 },
} as const;

export const translationRequestLimits = {
  source: { minLength: 2, maxLength: 20 },
  target: { minLength: 2, maxLength: 20 },
} as const;

export const typedCostRequestLimits = {
  amount: { minimum: 0, maximum: 1000000000 },
  campaign: { minLength: 1, maxLength: 200 },
  source: { minLength: 1, maxLength: 200 },
} as const;

export const vehicleCostRequestLimits = {
  amount: { maximum: 100000000 },
  months: { minimum: 1, maximum: 240 },
  note: { maxLength: 500 },
  supplier: { maxLength: 120 },
} as const;

export const vehicleRequestLimits = {
  car: { minLength: 1, maxLength: 120 },
  color: { maxLength: 40 },
  homeLocation: { minLength: 1, maxLength: 60 },
  mileageKm: { minimum: 0, maximum: 5000000 },
  plate: { maxLength: 20 },
  reason: { maxLength: 500 },
  year: { minimum: 1950, maximum: 2100 },
} as const;

export const verifyRequestLimits = {
  action: { maxLength: 100 },
  token: { maxLength: 8000 },
} as const;

export const webhookRequestLimits = {
  description: { maxLength: 200 },
  url: { minLength: 1, maxLength: 500 },
} as const;

export const writeReviewRequestLimits = {
  author: { minLength: 1, maxLength: 80 },
  language: { minLength: 1, maxLength: 20 },
  rating: { minimum: 1, maximum: 5 },
  text: { minLength: 1, maxLength: 3000 },
  token: { minLength: 1, maxLength: 200 },
} as const;
