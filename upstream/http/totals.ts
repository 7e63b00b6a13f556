/** A list that is sent as a whole has at most one page. */
export const totalsOfOnePage = (total: number) => ({ total, totalPages: Math.min(total, 1) })
