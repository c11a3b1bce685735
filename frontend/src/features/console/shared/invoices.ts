/** The queries of lists of invoices. */
export const invoicesKey = ["/api/admin/invoices"];

/** The queries of lists of drafts. */
export const draftsKey = ["/api/admin/invoice-drafts"];
