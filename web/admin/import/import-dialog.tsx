import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { IMPORT_MAX_BYTES } from '#contract/staff/imports.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { failureText } from '#web/api/failures.ts'
import { commitImport, type ImportKind, previewImport } from '#web/api/staff/imports.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FileField } from './file-field.tsx'
import { importLabel, kindLabels } from './import-labels.ts'
import { ImportPreview } from './import-preview.tsx'

type SelectedFile = { name: string; content: Blob }

/** Shows a preview of the file's changes before importing them. */
export function ImportDialog({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const labels = kindLabels[kind]
  const [selected, setSelected] = useState<SelectedFile>()
  const [tooLarge, setTooLarge] = useState(false)
  const latest = useRef<File>(undefined)
  const preview = useMutation({ mutationFn: (file: Blob) => previewImport(kind, file) })
  const save = useSave({
    save: (file: Blob) => commitImport(kind, file),
    successMessage: `${labels.plural.charAt(0).toUpperCase()}${labels.plural.slice(1)} imported successfully`,
    errorMessage: `Failed to import ${labels.plural}`,
    onDone: onClose,
  })

  async function selectFile(file: File) {
    latest.current = file
    preview.reset()
    setTooLarge(file.size > IMPORT_MAX_BYTES)
    // A copy, so that the import equals the preview even if the file changes on disk.
    const content = new Blob([await file.slice(0, IMPORT_MAX_BYTES).arrayBuffer()], {
      type: 'text/csv',
    })
    if (latest.current !== file) return
    setSelected({ name: file.name, content })
    if (file.size <= IMPORT_MAX_BYTES) preview.mutate(content)
  }

  const report = preview.data
  const problem = tooLarge
    ? 'This file is larger than 5 MB. Split it into smaller files.'
    : preview.error && failureText(preview.error, "We couldn't read this file.")
  const isReady = report?.errorCount === 0 && report.counts.new + report.counts.changed > 0
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={labels.title}
      description={labels.hint}
      className="sm:max-w-2xl"
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isReady || save.isPending}
            onClick={() => selected && save.mutate(selected.content)}
          >
            {save.isPending ? 'Importing...' : importLabel(kind, isReady ? report : undefined)}
          </Button>
        </DialogButtons>
      }
    >
      <div className="flex flex-col gap-5">
        <FileField name={selected?.name} onFile={(file) => void selectFile(file)} />
        {preview.isPending ? <Spinner label="Reading the file" /> : null}
        {problem ? (
          <Alert
            urgent
            tone="danger"
            icon={<TriangleAlert aria-hidden className="size-5 shrink-0 self-start" />}
          >
            {problem}
          </Alert>
        ) : null}
        {report ? <ImportPreview kind={kind} report={report} /> : null}
      </div>
    </Dialog>
  )
}
