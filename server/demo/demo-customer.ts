/** Whom to sign in as, to see a customer's side of the demo shop. */
export const DEMO_CUSTOMER_EMAIL = 'demo@carboy.example'
