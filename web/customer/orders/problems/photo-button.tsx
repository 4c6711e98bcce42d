import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useId, useState } from 'react'
import type { Case } from '#contract/cases/cases.ts'
import { casesQuery, sendCasePhoto } from '#web/api/cases/cases.ts'
import { photoProblem, photoTypes, photoUploadProblem } from '#web/shared/cases/photo-file.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Adds the photo of a case, or replaces it. */
export function PhotoButton({ case: row }: { case: Case }) {
  const [problem, setProblem] = useState('')
  const id = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => sendCasePhoto(row.id, file),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: casesQuery.queryKey }),
    onError: (error) => setProblem(photoUploadProblem(error)),
  })

  function upload(file: File | undefined) {
    const found = file ? photoProblem(file) : ''
    setProblem(found)
    if (file && !found && !isPending) mutate(file)
  }

  return (
    <div className="flex flex-col items-start gap-2">
      <label
        className={buttonClass(
          'secondary',
          'small',
          'relative cursor-pointer focus-within:outline-2 focus-within:outline-action focus-within:outline-offset-2',
        )}
      >
        <ImageUp aria-hidden className="size-4" />
        {isPending ? 'Sending...' : row.photo ? 'Replace photo' : 'Add a photo'}
        <input
          type="file"
          accept={photoTypes.join(',')}
          aria-describedby={`${id}-problem`}
          aria-busy={isPending}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => {
            upload(event.target.files?.[0])
            // Lets the user select the same file again.
            event.target.value = ''
          }}
        />
      </label>
      <p
        id={`${id}-problem`}
        aria-live="polite"
        className="font-medium text-danger text-sm empty:hidden"
      >
        {problem}
      </p>
    </div>
  )
}
