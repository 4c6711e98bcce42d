import { ArrowLeft, Check, CloudOff, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { describeUnsent } from '../storage/phone-counts.ts'
import { hashTo, useDriver } from '../use-driver.ts'

type ScreenFrameProps = {
  title: string
  /** Where the arrow goes; none on the list. */
  backTo?: string
  /** The main buttons, at the bottom where the thumb is. */
  actions?: ReactNode
  children: ReactNode
}

export function ScreenFrame({ title, backTo, actions, children }: ScreenFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isList = backTo === undefined
  useEffect(() => {
    // A new screen starts at its heading, for screen readers too; the list stays where it was.
    heading.current?.focus({ preventScroll: true })
    if (!isList) scrollTo(0, 0)
  }, [isList])
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
      <header className="sticky top-0 z-10 flex flex-wrap items-center gap-x-2 border-line border-b bg-surface px-3 pt-1.5">
        {backTo ? (
          <a
            href={backTo}
            aria-label="Back"
            className="grid size-12 shrink-0 place-items-center rounded-control"
          >
            <ArrowLeft aria-hidden className="size-6" />
          </a>
        ) : null}
        <h1
          ref={heading}
          tabIndex={-1}
          className="line-clamp-2 min-h-12 min-w-0 flex-1 content-center px-1 text-xl leading-6 outline-none"
        >
          {title}
        </h1>
        <SendStatus />
      </header>
      <main className="flex flex-1 flex-col gap-4 p-3">{children}</main>
      {actions ? (
        <div className="sticky bottom-0 flex flex-col gap-2 border-line border-t bg-surface p-3">
          {actions}
        </div>
      ) : null}
    </div>
  )
}

/** "3 waiting to send", on every screen; opens the list of what waits. */
function SendStatus() {
  const { counts, sender, loadProblem } = useDriver().state
  const unsent = describeUnsent(counts)
  const isOffline = sender.isFailing || loadProblem === 'no-connection'
  const Icon = isOffline ? CloudOff : unsent ? Upload : Check
  const waiting = unsent ? `${unsent} waiting to send` : null
  return (
    <a
      href={hashTo.unsent}
      className={cx(
        '-mx-3 flex min-h-11 basis-[calc(100%+1.5rem)] items-center gap-2 px-4 font-semibold text-sm',
        unsent ? 'bg-warning-soft text-warning' : 'text-muted',
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <span aria-live="polite">
        {isOffline
          ? ['No connection', waiting].filter(Boolean).join(', ')
          : (waiting ?? 'All sent')}
      </span>
    </a>
  )
}
