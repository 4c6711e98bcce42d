/** Sizes of the filled database and of the measurements on it. */
export type Sizes = {
  customers: number
  orders: number
  subscriptions: number
  trucks: number
  /** Deliveries that are charged on one morning. */
  dueCycles: number
  /** Stops of the date that is planned. */
  stops: number
}

/** `--size 1`. */
const full: Sizes = {
  customers: 1_000_000,
  orders: 3_000_000,
  subscriptions: 200_000,
  trucks: 100,
  dueCycles: 20_000,
  stops: 1_000,
}

/** The database that the large one is compared with. */
export const small: Sizes = { ...scaleSizes(0), customers: 350, orders: 1_000, subscriptions: 50 }

/** Scales all counts. A morning and a day of few stops prove nothing, so both have a least size. */
export function scaleSizes(size: number): Sizes {
  const scaled = (count: number, least: number) => Math.max(least, Math.round(count * size))
  return {
    customers: scaled(full.customers, 100),
    orders: scaled(full.orders, 300),
    subscriptions: scaled(full.subscriptions, 20),
    trucks: scaled(full.trucks, 4),
    dueCycles: scaled(full.dueCycles, 200),
    stops: scaled(full.stops, 100),
  }
}
