import { capitalize } from '#contract/text/capitalize.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { commitImport, type ImportKind, previewImport } from '#web/api/staff/imports.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FileField } from './file-field.tsx'
import { ImportAlert } from './import-alert.tsx'
import { importLabel, kindLabels } from './import-labels.ts'
import { ImportPreview } from './import-preview.tsx'
import { useImportFile } from './use-import-file.ts'

/** Shows a preview of the file's changes before importing them. */
export function ImportDialog({ kind, onClose }: { kind: ImportKind; onClose: () => void }) {
  const labels = kindLabels[kind]
  const { selected, report, isReading, problem, select } = useImportFile((file) =>
    previewImport(kind, file),
  )
  const save = useSave({
    save: (file: Blob) => commitImport(kind, file),
    successMessage: `${capitalize(labels.plural)} imported successfully`,
    errorMessage: `Failed to import ${labels.plural}`,
    onDone: onClose,
  })

  const isReady = report?.errorCount === 0 && report.counts.new + report.counts.changed > 0
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={labels.title}
      description={labels.hint}
      width="wide"
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
        <FileField name={selected?.name} onFile={(file) => void select(file.name, file)} />
        {isReading ? <Spinner label="Reading the file" /> : null}
        {problem ? <ImportAlert>{problem}</ImportAlert> : null}
        {report ? <ImportPreview kind={kind} report={report} /> : null}
      </div>
    </Dialog>
  )
}
