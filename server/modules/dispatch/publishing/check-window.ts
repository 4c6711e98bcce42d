import { WINDOW_MARGIN_MS } from '#contract/routes/publishing.ts'

/** How long a dispatcher may work on a published route before its customers are emailed. */
const CORRECTION_DELAY_MS = 15 * 60_000

export type ActualWindow = {
  /** Null until a plan has computed it. */
  expectedAt: Date | null
  /** Customers follow a truck that is out on their page. */
  isOut: boolean
  /** Of the route. */
  version: number
}

type AnnouncedWindow = { expectedAt: Date | null; wrongSince: Date | null }

/**
 * Whether the window that a customer was emailed is still valid. `wrong` was just noticed, `waits` gives the
 * dispatcher time to finish, `announce` has a new time, and
 * `withdraw` has none, because no published route has the delivery any more.
 */
export function checkWindow(
  { expectedAt, wrongSince }: AnnouncedWindow,
  actual: ActualWindow | undefined,
  now: Date,
): 'valid' | 'wrong' | 'waits' | 'announce' | 'withdraw' {
  // A window that is over needs no correction.
  const isOver = expectedAt !== null && now.getTime() > expectedAt.getTime() + WINDOW_MARGIN_MS
  if (isOver || actual?.isOut) return 'valid'
  if (actual && isWithin(expectedAt, actual.expectedAt)) return 'valid'
  if (!wrongSince) return 'wrong'
  if (now.getTime() - wrongSince.getTime() < CORRECTION_DELAY_MS) return 'waits'
  return actual ? 'announce' : 'withdraw'
}

/** Without a time then or now there is nothing to correct; a stop moved by hand has none until the next plan. */
const isWithin = (announced: Date | null, actual: Date | null): boolean =>
  !announced || !actual || Math.abs(announced.getTime() - actual.getTime()) <= WINDOW_MARGIN_MS
