type TermsChange = { customerId: string; netDays: number | null; at: number }

/** Entries of staff and acknowledgments of the shop, apart from its own rows. */
export class OfficeRecords {
  readonly requested = new Map<string, { orderId: string; cents: number }>()
  readonly acknowledged = new Set<string>()
  /** Tenders whose reversal was acknowledged. */
  readonly reversed = new Set<string>()
  /** Every change of an office's terms, when it was requested. */
  readonly terms: TermsChange[] = []
  /** Customers whose change of terms was not acknowledged. */
  readonly failedTerms = new Set<string>()
}
