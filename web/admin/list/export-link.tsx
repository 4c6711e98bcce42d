import { Download } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { writeListView } from './list-view.ts'
import type { List } from './use-list.ts'

/** Downloads the list as it is filtered and searched, all of its pages. */
export function ExportLink<Row>({ list, path }: { list: List<Row>; path: string }) {
  const view = writeListView({ ...list.view, q: list.text, cursor: '' })
  return (
    <a href={`${path}${view}`} download className={buttonClass('secondary', 'medium', 'px-4')}>
      <Download aria-hidden className="size-4.5" />
      Export
    </a>
  )
}
