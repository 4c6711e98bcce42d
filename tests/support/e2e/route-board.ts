import type { Locator, Page } from '@playwright/test'
import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import { customer, expect } from './base-test.ts'
import { queryE2eDatabase } from './database.ts'
import { uniqueWord } from './staff.ts'

/** Orders are accepted for a year. Each worker has its own part of it. */
const DAYS = 100
const part = Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 3
let used = Math.floor(Math.random() * DAYS)

/** A date that other tests do not use. */
function uniqueDate(): string {
  used += 1
  return addDays(dateIn('America/New_York', new Date()), 30 + part * DAYS + (used % DAYS))
}

/** A date with confirmed orders of these customers, and two trucks. */
export async function openRouteDay(
  page: Page,
  baseURL: string | undefined,
  names: string[],
  { email = customer.email } = {},
) {
  // Every truck of the shared shop has a lane. Scrolling would move them below the mouse.
  await page.setViewportSize({ width: 1280, height: 3000 })
  const date = uniqueDate()
  const products: { id: string; price: string }[] = await (
    await page.request.get(apiPaths.products)
  ).json()
  const [product] = products
  const orderIds: string[] = []
  for (const name of names) {
    const response = await page.request.post(apiPaths.orders, {
      data: {
        customerName: name,
        customerEmail: email,
        customerPhone: customer.phone,
        deliveryAddress: customer.street,
        deliveryCity: customer.city,
        deliveryState: customer.state,
        deliveryZip: customer.zip,
        deliveryDate: date,
        isRecurring: false,
        items: [{ productId: product?.id, quantity: 2, price: product?.price }],
        subtotal: twice(product?.price),
        total: twice(product?.price),
      },
    })
    expect(response.ok(), await response.text()).toBe(true)
    orderIds.push((await response.json()).orderId)
  }
  await queryE2eDatabase(baseURL, "update orders set status = 'confirmed' where id = any($1)", [
    orderIds,
  ])
  const [blue, red] = [await addTruck(page, 'Blue'), await addTruck(page, 'Red')]
  return { date, orderIds, blue, red, url: `/admin/routes?date=${date}` }
}

const twice = (price: string | undefined) => (Number(price) * 2).toFixed(2)

async function addTruck(page: Page, prefix: string): Promise<{ id: string; name: string }> {
  const name = uniqueWord(prefix)
  const response = await page.request.post(apiPaths.adminTrucks, {
    data: { name, licensePlate: uniqueWord('NY'), capacity: 24, status: 'available' },
  })
  expect(response.status()).toBe(201)
  return { id: (await response.json()).id, name }
}

export async function readBoard(page: Page, date: string): Promise<Board> {
  return (await page.request.get(`${apiPaths.adminRoutes}?date=${date}`)).json()
}

/** 'Ana Bo | Cy': the customers of a truck as the server has them, a bar between trips. */
export async function serverRoute(page: Page, date: string, truckId: string): Promise<string> {
  const { routes } = await readBoard(page, date)
  const trips = routes.find((route) => route.truckId === truckId)?.trips ?? []
  return trips
    .map(({ stops }) => stops.map(({ customerName }) => customerName).join(' '))
    .join(' | ')
}

export async function addStopBy(
  page: Page,
  { orderId, truckId, date }: { orderId: string | undefined; truckId: string; date: string },
): Promise<{ id: string; version: number }> {
  const response = await page.request.post(apiPaths.adminStops, {
    data: { orderId, truckId, date },
  })
  expect(response.status()).toBe(201)
  return response.json()
}

export const moveStopBy = (page: Page, id: string, data: object) =>
  page.request.patch(fillPath(apiPaths.adminStop, { id }), { data })

export const lane = (page: Page, name: string): Locator => page.getByRole('region', { name })

export const stopButton = (within: Locator, name: string): Locator =>
  within.getByRole('button', { name: new RegExp(`^Stop \\d+ ${name} `) })

export const poolItem = (page: Page, name: string): Locator =>
  page
    .getByRole('region', { name: 'Unplanned' })
    .getByRole('button', { name: new RegExp(`^${name} `) })

/** The customers of a lane in the order in which they are shown. */
export const visibleStops = (within: Locator) =>
  within
    .getByRole('button', { name: /^Stop \d/ })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.querySelector('[data-name]')?.textContent ?? ''),
    )

/** Drags by mouse onto a point of the target: a share of its width, at half its height. */
export async function dragTo(page: Page, from: Locator, to: Locator, share = 0.5): Promise<void> {
  const start = await measureBox(from)
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 4, {
    steps: 4,
  })
  // Lanes move when another test adds a truck.
  await expect(async () => {
    const end = await measureBox(to)
    await page.mouse.move(end.x + end.width * share, end.y + end.height / 2, { steps: 8 })
    expect(await measureBox(to)).toEqual(end)
  }).toPass()
  await page.mouse.up()
}

/** Measures again if the board has rendered the element again, with the server's response. */
export async function measureBox(locator: Locator) {
  const boxes: NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>[] = []
  await expect(async () => {
    await locator.scrollIntoViewIfNeeded()
    const box = await locator.boundingBox()
    if (box) boxes.push(box)
    expect(boxes).toHaveLength(1)
  }).toPass()
  return boxes[0] as (typeof boxes)[number]
}

/** Presses, waits until the press counts as a drag, and drags by finger. */
export async function dragByTouch(page: Page, from: Locator, to: Locator): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const measureCenter = async (locator: Locator) => {
    const { x, y, width, height } = await measureBox(locator)
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const start = await measureCenter(from)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [start])
  await expect(page.locator('[data-drag-card]')).toBeVisible()
  // Measured now, because showing it may scroll what is pressed out of place.
  const end = await measureCenter(to)
  for (const share of [0.2, 0.5, 0.8, 1]) {
    const between = (a: number, b: number) => Math.round(a + (b - a) * share)
    await send('touchMove', [{ x: between(start.x, end.x), y: between(start.y, end.y) }])
  }
  await send('touchEnd', [])
}
