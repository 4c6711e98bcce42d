import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { addDays } from '#contract/dates/calendar.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { FileField } from '#web/admin/import/file-field.tsx'
import { ImportAlert } from '#web/admin/import/import-alert.tsx'
import { useImportFile } from '#web/admin/import/use-import-file.ts'
import { productsQuery } from '#web/api/catalog.ts'
import { pageData } from '#web/api/page-data.ts'
import { importSubscriptions, previewSubscriptions } from '#web/api/staff/subscription-imports.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { downloadCsv, templateCsv } from './csv-files.ts'
import { UploadReport } from './upload-report.tsx'

/** Upload or paste a file, see what it would do, then import it. */
export function UploadSection() {
  const { selected, report, isReading, problem, select, reset } =
    useImportFile(previewSubscriptions)
  const save = useSave({
    save: ({ content, ...choice }: { content: Blob; hash: string; lines: 'all' | 'good' }) =>
      importSubscriptions(content, choice),
    successMessage: 'Subscriptions imported successfully',
    errorMessage: 'Failed to import subscriptions',
    onDone: reset,
  })

  return (
    <Card aria-labelledby="upload-title">
      <CardHeader>
        <CardTitle id="upload-title">Upload a file</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-5">
        <Explanation />
        <FileField name={selected?.name} onFile={(file) => void select(file.name, file)} />
        <PasteField onText={(text) => void select('Pasted text', new Blob([text]))} />
        {isReading ? <Spinner label="Reading the file" showLabel /> : null}
        {problem ? <ImportAlert>{problem}</ImportAlert> : null}
        {report && selected ? (
          <UploadReport
            report={report}
            isImporting={save.isPending}
            onImport={(lines) =>
              save.mutate({ content: selected.content, hash: report.hash, lines })
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
