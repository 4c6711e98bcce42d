import type { World } from '../world.ts'
import { checkClosedDates } from './check-closed-dates.ts'
import { checkInvoices } from './check-invoices.ts'
import { checkStatements } from './check-statements.ts'
import { checkTenders } from './check-tenders.ts'

/** Rules 34, 38, 39 and 44, after everything has settled. */
export async function checkOffice(world: World): Promise<void> {
  await checkTenders(world)
  await checkInvoices(world)
  await checkStatements(world)
  await checkClosedDates(world)
}
