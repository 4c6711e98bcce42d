/** Log in with this address to see the customer portal of the demo shop. */
export const DEMO_CUSTOMER_EMAIL = 'demo@carboy.example'
