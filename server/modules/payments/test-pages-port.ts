type FormResult = {
  status: string
  needsAuthentication?: boolean
  error?: { message: string; code: string }
}

/** The sandbox's card form, which is part of our own pages. */
export type TestCardForm = {
  confirmPayment(input: {
    intentId: string
    clientSecret: string
    card: { number: string; expMonth: number; expYear: number; cvc: string }
  }): Promise<FormResult>
  confirmSetup: TestCardForm['confirmPayment']
  authenticate(input: {
    intentId: string
    clientSecret: string
    outcome: 'complete' | 'fail'
  }): Promise<FormResult>
}

/** The sandbox's billing portal, which is one of our own pages. */
export type TestBillingPortal = {
  read(sessionId: string): Promise<PortalView | undefined>
  addCard(
    sessionId: string,
    card: { number: string; expMonth: number; expYear: number; cvc: string },
  ): Promise<FormResult & { intentId?: string; clientSecret?: string }>
  makeDefault(sessionId: string, methodId: string): Promise<boolean>
  removeCard(sessionId: string, methodId: string): Promise<boolean>
}

export type PortalView = {
  email: string | null
  returnUrl: string | null
  cards: {
    id: string
    brand: string
    last4: string
    expMonth: number
    expYear: number
    isDefault: boolean
  }[]
}
