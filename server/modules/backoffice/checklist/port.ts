/** The set-up of the shop as the environment of this process has it. */
export type SetupState = {
  cards: 'sandbox' | 'test' | 'live'
  /** Whether the provider named the account of the key. */
  isAccountKnown: boolean
  webhookUrl: string
  /** Reads it from the provider at most every few minutes. */
  billingPortal(): Promise<'configured' | 'missing' | 'unknown'>
  hasMailServer: boolean
  /** Demo orders, or the demo staff account. */
  hasDemoData(): Promise<boolean>
}
