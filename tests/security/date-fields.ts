import { z } from 'zod'
import { defaultPeriod } from '#contract/dates/shop-calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ApiResponse } from '#tests/support/buyer.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { answer, markDelivered, report } from '#tests/support/orders/delivered-order.ts'
import { phoneOrder, placeByPhone, tender } from '#tests/support/orders/phone-order.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, subscribe } from '#tests/support/subscriber.ts'

type Node = { format?: string; properties?: Record<string, Node> } & Record<string, unknown>

/** Date fields of a schema, and string fields whose names suggest a date. */
export function dateFields(schema: z.ZodType | undefined) {
  const fields = { dates: new Set<string>(), unmarked: new Set<string>() }
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { format, type, properties = {} } = node as Node
    if (format === 'date') fields.dates.add(name)
    else if (type === 'string' && /(date|until|day|due|placed)$/i.test(name))
      fields.unmarked.add(name)
    for (const [key, child] of Object.entries(properties)) visit(child, key)
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'properties') for (const item of [child].flat()) visit(item, name)
    }
  }
  if (schema) visit(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '')
  return fields
}

type Send = (date: string) => Promise<ApiResponse>

/** Every call of the contract with a date in its body, by method, path and field. */
export async function dateSenders(shop: TestShop): Promise<Record<string, Send>> {
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  await runEngine(shop)
  const staff = await staffBrowser(shop)
  const once = await shop.buyer().buy()
  const form = { orderId: once.orderId, scheduledDate: '2026-03-05' }
  const created = await staff.call<{ id: string }>('POST', apiPaths.adminSchedules, form)
  const truck = { name: 'Blue', licensePlate: 'NY-1', capacity: 40 }
  const { id: truckId } = (await staff.call<{ id: string }>('POST', apiPaths.adminTrucks, truck))
    .body
  const driver = await staff.call<{ id: string }>('POST', apiPaths.adminDrivers, { name: 'Sam' })
  const absences = fillPath(apiPaths.adminDriverAbsences, driver.body)
  const own = fillPath(apiPaths.changeSubscription, { id })
  await markDelivered(staff, once.orderId)
  const reported = await report(ana, once.orderId)
  const schedule = fillPath(apiPaths.adminSchedule, { id: created.body.id })
  const buyer = shop.buyer()
  const price = fillPath(apiPaths.adminProductPrice, { id: shop.products[0]?.id ?? '' })
  const rate = { scope: 'state', values: 'NY', label: '', rate: '4' }
  const exemption = fillPath(apiPaths.adminTaxExemption, { id })
  const zone = { name: 'Kingston', zips: [] }
  const added = await staff.call<{ id: string }>('POST', apiPaths.adminZones, zone)
  const routeDay = (dates: object) => ({
    routeDays: [{ weekday: 1, from: '2026-03-02', ...dates }],
  })
  const addZone = (dates: object) =>
    staff.call('POST', apiPaths.adminZones, { ...zone, ...routeDay(dates) })
  const changeZone = (dates: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminZone, added.body), routeDay(dates))
  const period = { ...defaultPeriod, timeZone: 'America/New_York' }
  return {
    [`POST ${apiPaths.orders} deliveryDate`]: (deliveryDate) =>
      buyer.place(buyer.submission({ isRecurring: true, deliveryDate })),
    [`POST ${apiPaths.changeSubscription} until`]: (until) =>
      ana.call('POST', `${own}?preview=true`, { type: 'pause', until }),
    [`POST ${apiPaths.changeSubscription} date`]: (date) =>
      ana.call('POST', `${own}?preview=true`, { type: 'move', cycle: 1, date }),
    [`PATCH ${apiPaths.adminSubscription} until`]: (until) =>
      staff.call('PATCH', fillPath(apiPaths.adminSubscription, { id }), { type: 'pause', until }),
    [`POST ${apiPaths.adminSchedules} scheduledDate`]: (scheduledDate) =>
      staff.call('POST', apiPaths.adminSchedules, { ...form, scheduledDate }),
    [`PATCH ${apiPaths.adminSchedule} scheduledDate`]: (scheduledDate) =>
      staff.call('PATCH', schedule, { scheduledDate }),
    [`POST ${apiPaths.adminStopBest} date`]: (date) =>
      staff.call('POST', apiPaths.adminStopBest, { orderId: once.orderId, date }),
    [`POST ${apiPaths.adminPlans} date`]: (date) =>
      staff.call('POST', apiPaths.adminPlans, { date, scope: 'everything', seconds: 1 }),
    [`POST ${apiPaths.adminSchedulesBulk} scheduledDate`]: (scheduledDate) =>
      staff.call('POST', apiPaths.adminSchedulesBulk, { orderIds: [once.orderId], scheduledDate }),
    [`POST ${apiPaths.adminStopsMove} date`]: (date) =>
      staff.call('POST', apiPaths.adminStopsMove, {
        ...{ date, truckId, orderIds: [], stops: [{ id, version: 1 }] },
      }),
    [`POST ${apiPaths.adminStops} date`]: (date) =>
      staff.call('POST', apiPaths.adminStops, { orderId: id, truckId, date }),
    [`POST ${apiPaths.adminDriverAbsences} from`]: (from) =>
      staff.call('POST', absences, { from, to: '2026-03-05' }),
    [`POST ${apiPaths.adminDriverAbsences} to`]: (to) =>
      staff.call('POST', absences, { from: '2026-03-05', to }),
    [`POST ${apiPaths.adminProductPrice} validFrom`]: (validFrom) =>
      staff.call('POST', price, { price: '9.99', validFrom }),
    [`POST ${apiPaths.quote} deliveryDate`]: (deliveryDate) =>
      buyer.call('POST', apiPaths.quote, { ...buyer.submission({ deliveryDate }) }),
    [`POST ${apiPaths.adminTaxRates} validFrom`]: (validFrom) =>
      staff.call('POST', apiPaths.adminTaxRates, { ...rate, validFrom }),
    [`POST ${apiPaths.adminTaxRateEnd} endsOn`]: (endsOn) =>
      staff.call('POST', fillPath(apiPaths.adminTaxRateEnd, { id }), { endsOn }),
    [`POST ${apiPaths.adminTaxExemption} expiresOn`]: (expiresOn) =>
      staff.call('POST', exemption, { certificate: 'ST-120', expiresOn }),
    [`POST ${apiPaths.adminOrders} deliveryDate`]: (deliveryDate) =>
      placeByPhone(staff, shop, { deliveryDate }),
    [`POST ${apiPaths.adminOrderQuote} deliveryDate`]: (deliveryDate) =>
      staff.call('POST', apiPaths.adminOrderQuote, phoneOrder(shop, { deliveryDate })),
    [`POST ${apiPaths.adminOrderTenders} receivedOn`]: (receivedOn) =>
      staff.call('POST', fillPath(apiPaths.adminOrderTenders, { id: once.orderId }), {
        ...tender(100),
        receivedOn,
      }),
    [`POST ${apiPaths.adminCaseAnswer} scheduledDate`]: (scheduledDate) =>
      answer(staff, reported.body.id, { outcome: 'redelivery', scheduledDate }),
    [`POST ${apiPaths.adminSettingsCalendar} from`]: (from) =>
      staff.call('POST', `${apiPaths.adminSettingsCalendar}?preview=true`, { ...period, from }),
    [`POST ${apiPaths.adminChecklistConfirmations} doneOn`]: (doneOn) =>
      staff.call('POST', apiPaths.adminChecklistConfirmations, { item: 'backup', doneOn }),
    [`POST ${apiPaths.adminZones} from`]: (from) => addZone({ from }),
    [`POST ${apiPaths.adminZones} validFrom`]: (validFrom) => addZone({ validFrom }),
    [`POST ${apiPaths.adminZones} validUntil`]: (validUntil) => addZone({ validUntil }),
    [`PATCH ${apiPaths.adminZone} from`]: (from) => changeZone({ from }),
    [`PATCH ${apiPaths.adminZone} validFrom`]: (validFrom) => changeZone({ validFrom }),
    [`PATCH ${apiPaths.adminZone} validUntil`]: (validUntil) => changeZone({ validUntil }),
    [`POST ${apiPaths.adminDayChanges} date`]: (date) =>
      staff.call('POST', `${apiPaths.adminDayChanges}?preview=true`, { date, kind: 'closed' }),
    [`POST ${apiPaths.adminDayChanges} toDate`]: (toDate) =>
      staff.call('POST', `${apiPaths.adminDayChanges}?preview=true`, {
        date: '2026-03-20',
        kind: 'moved',
        toDate,
      }),
    [`POST ${apiPaths.adminClosedDates} date`]: (date) =>
      staff.call('POST', `${apiPaths.adminClosedDates}?preview=true`, { dates: [{ date }] }),
  }
}
