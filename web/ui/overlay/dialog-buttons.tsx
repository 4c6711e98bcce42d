import type { ReactNode } from 'react'

/** The row below a dialog; on a phone the last button is on top. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
