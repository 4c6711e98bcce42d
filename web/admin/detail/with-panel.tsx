import type { ReactNode } from 'react'

/** A list with its detail panel. */
export function WithPanel({ list, panel }: { list: ReactNode; panel: ReactNode }) {
  return (
    <div className="flex items-start gap-6">
      <div className="min-w-0 flex-1">{list}</div>
      {panel}
    </div>
  )
}
