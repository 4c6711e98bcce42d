import { and, eq } from 'drizzle-orm'
import { formatCents } from '#contract/money.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import { customers } from '#server/modules/identity/tables.ts'
import type { BuildEmail, RenderEmail } from '#server/modules/mail/index.ts'
import { creditBalance } from './queries.ts'
import { creditEntries } from './tables.ts'

type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

/** Email to a customer who got credit; its `subjectId` is the customer. */
export function creditEmails(deps: EmailDeps): { credit_added: BuildEmail } {
  return {
    credit_added: async (customerId, entryId) => {
      const [found] = await deps.db
        .select({ entry: creditEntries, name: customers.name, email: customers.email })
        .from(creditEntries)
        .innerJoin(customers, eq(customers.id, creditEntries.customerId))
        .where(and(eq(creditEntries.id, Number(entryId)), eq(customers.id, customerId)))
      if (!found) return undefined
      const { entry, name, email } = found
      const { shop, publicUrl } = deps
      const content = await deps.render({
        kind: 'credit_added',
        shop,
        publicUrl,
        name: name ?? '',
        amount: formatCents(entry.cents),
        balance: formatCents(await creditBalance(deps.db, customerId)),
        cause: entry.kind,
        creditUrl: `${publicUrl}/customer/billing`,
      })
      return { to: email, ...content }
    },
  }
}
