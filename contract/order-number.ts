/** For SQL, which cuts the number from the id itself. */
export const ORDER_NUMBER_LENGTH = 8

/** The number that customers and staff see: the start of the order's id, unique by an index. */
export const formatOrderNumber = (orderId: string) => orderId.slice(0, ORDER_NUMBER_LENGTH)
