import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { addDays } from '#contract/dates/calendar.ts'
import { IMPORT_MAX_BYTES } from '#contract/staff/imports.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { FileField } from '#web/admin/import/file-field.tsx'
import { productsQuery } from '#web/api/catalog.ts'
import { failureText } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { importSubscriptions, previewSubscriptions } from '#web/api/staff/subscription-imports.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { downloadCsv, templateCsv } from './csv-files.ts'
import { UploadReport } from './upload-report.tsx'

type SelectedFile = { name: string; content: Blob }

/** Upload or paste a file, see what it would do, then import it. */
export function UploadSection() {
  const [selected, setSelected] = useState<SelectedFile>()
  const [tooLarge, setTooLarge] = useState(false)
  const latest = useRef<object>(undefined)
  const preview = useMutation({ mutationFn: previewSubscriptions })
  const save = useSave({
    save: ({ content, ...choice }: { content: Blob; hash: string; lines: 'all' | 'good' }) =>
      importSubscriptions(content, choice),
    successMessage: 'Subscriptions imported successfully',
    errorMessage: 'Failed to import subscriptions',
    onDone: () => {
      setSelected(undefined)
      preview.reset()
    },
  })

  async function select(name: string, file: Blob) {
    const attempt = {}
    latest.current = attempt
    preview.reset()
    setTooLarge(file.size > IMPORT_MAX_BYTES)
    // A copy, so that the import equals the preview even if the file changes on disk.
    const bytes = await file.slice(0, IMPORT_MAX_BYTES).arrayBuffer()
    if (latest.current !== attempt) return
    const content = new Blob([bytes], { type: 'text/csv' })
    setSelected({ name, content })
    if (file.size <= IMPORT_MAX_BYTES) preview.mutate(content)
  }

  const problem = tooLarge
    ? 'This file is larger than 5 MB. Split it into smaller files.'
    : preview.error && failureText(preview.error, "We couldn't read this file.")
  return (
    <Card aria-labelledby="upload-title">
      <CardHeader>
        <CardTitle id="upload-title">Upload a file</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-5">
        <Explanation />
        <FileField name={selected?.name} onFile={(file) => void select(file.name, file)} />
        <PasteField onText={(text) => void select('Pasted text', new Blob([text]))} />
        {preview.isPending ? <Spinner label="Reading the file" showLabel /> : null}
        {problem ? (
          <Alert
            urgent
            tone="danger"
            icon={<TriangleAlert aria-hidden className="size-5 shrink-0 self-start" />}
          >
            {problem}
          </Alert>
        ) : null}
        {preview.data && selected ? (
          <UploadReport
            report={preview.data}
            isImporting={save.isPending}
            onImport={(lines) =>
              save.mutate({ content: selected.content, hash: preview.data.hash, lines })
            }
          />
        ) : null}
      </CardBody>
    </Card>
  )
}

function Explanation() {
  const { data: products } = useQuery(productsQuery)
  const names = products?.map(({ name }) => name ?? '').filter(Boolean) ?? []
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        Upload a CSV file with one line per address. Required columns: Name, Email, Phone, Street,
        City, State, ZIP, Frequency (weekly, bi-weekly or monthly) and Next delivery. Unit, Bottles
        held, Bottles on deposit, Deposit paid and Notes are optional.
      </p>
      <p>
        Name a column after each product and enter the quantity. To keep a customer's old price, add
        a column such as "{names[0] ?? 'Spring Water 5 Gallon'} price": the price of one bottle
        before the 15% subscription discount. Without it, the customer agrees to your list price.
      </p>
      <p>
        Nothing is charged or delivered until the customer agrees to the terms and saves a card.
      </p>
      <div>
        <Button
          variant="secondary"
          size="small"
          disabled={names.length === 0}
          onClick={() =>
            downloadCsv(
              'subscriptions-template.csv',
              templateCsv(names, addDays(pageData().today, 7)),
            )
          }
        >
          <Download aria-hidden className="size-4" />
          Download template
        </Button>
      </div>
    </div>
  )
}

function PasteField({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-semibold">Paste lines instead</summary>
      <div className="mt-3 flex flex-col gap-3">
        <Field label="Lines with a header">
          {(control) => (
            <Textarea
              rows={5}
              spellCheck={false}
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          variant="secondary"
          size="small"
          className="self-start"
          disabled={text.trim() === ''}
          onClick={() => onText(text)}
        >
          Preview lines
        </Button>
      </div>
    </details>
  )
}
