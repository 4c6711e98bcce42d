import { useLinkedSection } from './use-linked-section.ts'

/** The sections in the order of the page. */
const titles = [
  'Shop details',
  'Delivery times',
  'Closed dates',
  'Route days',
  'Planning',
  'Sales tax',
  'Price increases',
  'Bottle deposit',
  'Backups',
  'Going live',
] as const

/** 'Sales tax' has the anchor 'sales-tax'. */
export const sectionAnchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')

/** Links to the sections of the settings page. */
export function SettingsNav() {
  useLinkedSection()
  return (
    <nav aria-label="Sections">
      <ul className="flex flex-wrap gap-2">
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${sectionAnchor(title)}`}
              className="flex min-h-11 items-center rounded-full border border-line bg-surface px-4 font-semibold text-sm hover:border-action hover:text-action sm:min-h-9 sm:px-3.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
