/** As much of a stop as its customer's page needs. */
export type TrackedStop = {
  orderId: string
  trip: number
  /** Stops with the same text are at one door. */
  door: string
  progress: 'pending' | 'arrived' | 'skipped' | 'done' | 'failed'
  /** Its trip has left. */
  isOut: boolean
  /** Rule 52: the driver must not leave bottles. */
  isOnHold: boolean
  bottles: number
  plannedAt: Date | null
  /** The middle of the window that the customer was emailed, or would be emailed. */
  windowAt: Date | null
  arrivedAt: Date | null
  doneAt: Date | null
  /** Its customer is shown nothing: the order is on another date, or was delivered before. */
  isUntracked: boolean
  /** The customer asked for the email of rule 63. */
  wantsEmail: boolean
}

/** A route as it was driven so far. */
export type TrackedRoute = {
  id: string
  date: string
  status: 'draft' | 'published' | 'out' | 'closed'
  leftAt: Date | null
  /** When each trip left, by its number. */
  departures: ReadonlyMap<number, Date>
  /** The latest event, by the time of its tap. */
  lastEventAt: Date | null
  /** In the order of the route. */
  stops: TrackedStop[]
}
