import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { IMPORT_MAX_BYTES } from '#contract/staff/imports.ts'
import { failureText } from '#web/api/failures.ts'

type SelectedFile = { name: string; content: Blob }

/** The chosen file and its preview. Choosing another one while the first is read is fine. */
export function useImportFile<Report>(readPreview: (content: Blob) => Promise<Report>) {
  const [selected, setSelected] = useState<SelectedFile>()
  const [tooLarge, setTooLarge] = useState(false)
  const latest = useRef<Blob>(undefined)
  const preview = useMutation({ mutationFn: readPreview })

  async function select(name: string, file: Blob) {
    latest.current = file
    preview.reset()
    setTooLarge(file.size > IMPORT_MAX_BYTES)
    // A copy, so that the import equals the preview even if the file changes on disk.
    const bytes = await file.slice(0, IMPORT_MAX_BYTES).arrayBuffer()
    if (latest.current !== file) return
    const content = new Blob([bytes], { type: 'text/csv' })
    setSelected({ name, content })
    if (file.size <= IMPORT_MAX_BYTES) preview.mutate(content)
  }

  const problem = tooLarge
    ? 'This file is larger than 5 MB. Split it into smaller files.'
    : preview.error && failureText(preview.error, "We couldn't read this file.")
  return {
    selected,
    report: preview.data,
    isReading: preview.isPending,
    problem,
    select,
    reset() {
      setSelected(undefined)
      preview.reset()
    },
  }
}
