import { z } from 'zod'
import { Id } from '../primitives.ts'

/** Rule 47: what a change of route days does to the next deliveries of subscriptions. */
export const LandingEffect = z.object({
  /** Subscriptions whose next delivery, which has no order yet, gets another date. */
  subscriptions: z.int(),
  /** The first of them. Their customers are emailed when the change is saved. */
  moves: z.array(
    z.object({
      subscriptionId: Id,
      customerName: z.string(),
      from: z.iso.date(),
      to: z.iso.date(),
    }),
  ),
  /** Subscriptions outside every zone; they keep their calendar dates. */
  outside: z.int(),
  /** The first of them. */
  outsideZones: z.array(
    z.object({ subscriptionId: Id, customerName: z.string(), deliveryZip: z.string() }),
  ),
})
export type LandingEffect = z.infer<typeof LandingEffect>

/** While _Route days only_ is off, zones move nothing. */
export const noLanding: LandingEffect = {
  subscriptions: 0,
  moves: [],
  outside: 0,
  outsideZones: [],
}
