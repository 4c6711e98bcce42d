import { DownloadLink } from './download-link.tsx'
import { writeListView } from './list-view.ts'
import type { List } from './use-list.ts'

/** Downloads all pages of the list with its search and filters. */
export function ExportLink<Row>({ list, path }: { list: List<Row>; path: string }) {
  const view = writeListView({ ...list.view, q: list.text, cursor: '' })
  return <DownloadLink href={`${path}${view}`}>Export</DownloadLink>
}
