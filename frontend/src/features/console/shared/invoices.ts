/** The queries of lists of invoices. */
export const invoicesKey = ["/api/admin/invoices"];
