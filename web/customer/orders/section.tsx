import type { ReactNode } from 'react'

/** A part of an order's details, with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-line border-t pt-6">
      <h3 className="text-base tracking-normal">{title}</h3>
      {children}
    </section>
  )
}
