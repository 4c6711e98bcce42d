import type { ReactNode } from 'react'

type PanelSectionProps = { title: string; action?: ReactNode; children: ReactNode }

export function PanelSection({ title, action, children }: PanelSectionProps) {
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h3 className="text-base tracking-normal">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Labeled values; entries without a value are left out. */
export function DetailList({
  fields,
}: {
  fields: readonly (readonly [label: string, value: ReactNode])[]
}) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      {fields
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere text-right font-medium">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
