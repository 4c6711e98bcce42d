import { type ReactNode, useId } from 'react'
import { sectionAnchor } from './settings-nav.tsx'

type SettingsSectionProps = {
  title: string
  text: ReactNode
  /** A card. */
  children: ReactNode
}

/** A part of the settings, described next to its card on wide screens. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      id={sectionAnchor(title)}
      aria-labelledby={id}
      className="grid gap-4 min-[1100px]:grid-cols-[14rem_minmax(0,45rem)] min-[1100px]:gap-8"
    >
      <div className="max-w-[45rem]">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        <p className="mt-1 text-muted text-sm">{text}</p>
      </div>
      <div className="min-w-0 max-w-[45rem]">{children}</div>
    </section>
  )
}
