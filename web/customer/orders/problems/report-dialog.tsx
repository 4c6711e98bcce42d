import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { CaseKind } from '#contract/cases/cases.ts'
import { casesQuery, reportProblem, sendCasePhoto } from '#web/api/cases/cases.ts'
import { failureText } from '#web/api/failures.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { caseKindOptions } from '#web/shared/cases/case-labels.ts'
import { photoProblem, photoTypes, photoUploadProblem } from '#web/shared/cases/photo-file.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type Errors = Partial<Record<'kind' | 'text' | 'photo' | 'form', string>>

export function ReportDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const id = useId()
  const [kind, setKind] = useState<CaseKind | ''>('')
  const [text, setText] = useState('')
  const [photo, setPhoto] = useState<File>()
  const [errors, setErrors] = useState<Errors>({})
  const { mutate, isPending } = useReport(orderId, {
    onDone: onClose,
    onError: (error) => {
      const fields: Errors = fieldErrors(error)
      const isKnown = fields.kind || fields.text
      const form = failureText(error, "We couldn't send your report. Try again.")
      setErrors(isKnown ? fields : { form })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const found: Errors = {
      ...(kind === '' && { kind: 'Choose what is wrong' }),
      ...(text.trim().length < 3 && { text: 'Describe the problem' }),
      ...(photo && photoProblem(photo) && { photo: photoProblem(photo) }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0 && kind && !isPending) mutate({ kind, text, photo })
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Report a problem"
      description="We're sorry. Tell us what is wrong and we'll make it right."
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={isPending}>
            {isPending ? 'Sending...' : 'Send report'}
          </Button>
        </DialogButtons>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {errors.form ? <Alert urgent tone="warning" title={errors.form} /> : null}
        <RadioCards
          legend="What is wrong?"
          options={caseKindOptions}
          value={kind}
          onChange={(value) => {
            setKind(value)
            setErrors(({ kind: _, ...rest }) => rest)
          }}
          error={errors.kind}
        />
        <Field label="What happened?" error={errors.text}>
          {(control) => (
            <Textarea
              {...control}
              maxLength={1000}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
                setErrors(({ text: _, ...rest }) => rest)
              }}
            />
          )}
        </Field>
        <Field label="Photo (optional)" hint="JPEG, PNG or WebP, up to 10 MB." error={errors.photo}>
          {(control) => (
            <Input
              {...control}
              type="file"
              accept={photoTypes.join(',')}
              className="h-auto py-2.5"
              onChange={(event) => setPhoto(event.target.files?.[0])}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

type Report = { kind: CaseKind; text: string; photo: File | undefined }
type ReportOptions = { onDone: () => void; onError: (error: unknown) => void }

/** The report comes first: it counts even if its photo can't be sent. */
function useReport(orderId: string, { onDone, onError }: ReportOptions) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ photo, ...report }: Report) => {
      const { id } = await reportProblem(orderId, report)
      if (!photo) return ''
      return sendCasePhoto(id, photo).then(() => '', photoUploadProblem)
    },
    onSuccess: (problem) => {
      if (problem) toast({ title: 'Report sent without the photo', description: problem })
      else toast({ title: 'Report sent' })
      onDone()
    },
    onError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: casesQuery.queryKey }),
  })
}
