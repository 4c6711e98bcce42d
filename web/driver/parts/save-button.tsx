import { Button } from '#web/ui/button.tsx'
import { ProblemAlert } from './problem-alert.tsx'

type SaveButtonProps = {
  problem: string | null
  onSave: () => void
  /** The question that the next tap confirms, if it is shown elsewhere on the screen. */
  question?: string | undefined
  label?: string
  variant?: 'primary' | 'secondary'
}

/**
 * The message is directly above the button that was tapped. Another label is another button, so
 * that the second tap of a double tap does not reach it; nor can it confirm a question.
 */
export function SaveButton({
  problem,
  onSave,
  question,
  label = 'Save',
  variant = 'primary',
}: SaveButtonProps) {
  return (
    <>
      <ProblemAlert problem={problem} />
      <Button
        key={label}
        variant={variant}
        size="large"
        className="min-h-14 w-full text-lg"
        onClick={onSave}
        data-question={question ?? problem}
      >
        {label}
      </Button>
    </>
  )
}
