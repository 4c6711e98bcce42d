import type { Case, CaseKind, CaseOutcome } from '#contract/cases/cases.ts'
import { formatDay } from '#web/shared/instant.ts'

const kinds: Record<CaseKind, string> = {
  damaged: 'Damaged',
  missing: 'Missing',
  'wrong-count': 'Wrong count',
  other: 'Other',
}

export const caseKindOptions = [
  { value: 'damaged', label: kinds.damaged, hint: 'A bottle is broken, leaks or is dirty' },
  { value: 'missing', label: kinds.missing, hint: "A product wasn't delivered" },
  { value: 'wrong-count', label: kinds['wrong-count'], hint: 'Too few or too many bottles' },
  { value: 'other', label: kinds.other, hint: 'Another problem with this delivery' },
] as const satisfies readonly { value: CaseKind; label: string; hint: string }[]

export const caseKindLabel = (kind: string): string => kinds[kind as CaseKind] ?? kind

const outcomes: Record<CaseOutcome, (answer: Answer) => string> = {
  credit: ({ amount }) => `$${amount} of account credit`,
  refund: ({ amount }) => `Refund of $${amount}`,
  redelivery: ({ redeliveryDate }) =>
    redeliveryDate ? `Redelivery on ${formatDay(redeliveryDate)}` : 'Redelivery',
  closed: () => 'Message',
}

type Answer = Pick<Case, 'amount' | 'redeliveryDate'>

/** 'Refund of $8.99' */
export const outcomeText = (answer: Answer & Pick<Case, 'outcome'>): string =>
  answer.outcome ? outcomes[answer.outcome](answer) : ''
