/** How long a dispatcher may work on a published route before its customers are told. */
const QUIET_MS = 15 * 60_000
/** Rule 52: the truck comes within 45 minutes of the planned time. */
export const WINDOW_MS = 45 * 60_000

export type ActualWindow = {
  /** Null until a plan has computed it. */
  expectedAt: Date | null
  /** Customers follow a truck that is out on their page. */
  isOut: boolean
  /** Of the route. */
  version: number
}

type Told = { expectedAt: Date | null; wrongSince: Date | null }

/**
 * Whether what a customer was told still holds. `wrong` is not told yet, `tell` has a new time, and
 * `withdraw` has none, because no published route has the delivery any more.
 */
export function judgeWindow(
  { expectedAt, wrongSince }: Told,
  actual: ActualWindow | undefined,
  now: Date,
): 'holds' | 'wrong' | 'waits' | 'tell' | 'withdraw' {
  // Nobody waits for a window that is over.
  const isOver = expectedAt !== null && now.getTime() > expectedAt.getTime() + WINDOW_MS
  if (isOver || actual?.isOut) return 'holds'
  if (actual && isWithin(expectedAt, actual.expectedAt)) return 'holds'
  if (!wrongSince) return 'wrong'
  if (now.getTime() - wrongSince.getTime() < QUIET_MS) return 'waits'
  return actual ? 'tell' : 'withdraw'
}

/** Without a time then or now, nothing wrong was said; a stop moved by hand has none until the next plan. */
const isWithin = (told: Date | null, actual: Date | null): boolean =>
  !told || !actual || Math.abs(told.getTime() - actual.getTime()) <= WINDOW_MS
