const LENGTH = 8

/** The number that customers and staff see: the start of the order's id, unique by an index. */
export const formatOrderNumber = (orderId: string) => orderId.slice(0, LENGTH)
