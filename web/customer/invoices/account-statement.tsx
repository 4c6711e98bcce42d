import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statementQuery } from '#web/api/statements.ts'
import { StatementCard } from '#web/shared/statements/statement-card.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type AccountStatementProps = { printed: string | undefined; onPrint: (name: string) => void }

/** Shown to customers who pay by invoice. Others have no account. */
export function AccountStatement({ printed, onPrint }: AccountStatementProps) {
  const [month, setMonth] = useState<string>()
  const { data: statement, error, refetch } = useQuery(statementQuery(month))
  if (error) {
    return (
      <Alert
        tone="warning"
        title="We couldn't load your statement"
        action={
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (!statement || statement.months.length === 0) return null
  const name = `statement ${statement.month}`
  return (
    <StatementCard
      statement={statement}
      onMonth={setMonth}
      onPrint={() => onPrint(name)}
      className={printed !== undefined && printed !== name ? 'print:hidden' : ''}
    />
  )
}
