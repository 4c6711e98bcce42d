/** A payment that can't pay for its order is sent back once, however often it is settled. */
export const sendBackKey = (intentId: string) => `send-back:${intentId}`
