import type { FastifyInstance } from 'fastify'
import { formatDate, formatDateTime } from '#contract/dates/calendar.ts'
import { escapeHtml } from '#contract/text/escape-html.ts'
import { rejectCrossSite } from './origin-check.ts'

type DevClock = {
  publicUrl: string
  shop: { readonly timeZone: string }
  now(): Date
  due(): Promise<{ at: Date; what: string }[]>
  advanceTo(instant: Date): Promise<void>
  tomorrow(): Date
}

const publicRoute = { config: { role: 'public' } } as const
const PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

/** Development only: shows the shop's time and advances it to the next due event. */
export function mountDevClock(app: FastifyInstance, clock: DevClock): void {
  app.get('/dev/clock', publicRoute, async (_, reply) =>
    reply
      .header('content-security-policy', PAGE_CSP)
      .type('text/html; charset=utf-8')
      .send(page(clock, await clock.due())),
  )
  void app.register(async (scope) => {
    // The form has no fields: the URL contains the target.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.post('/dev/clock/:to', publicRoute, async (request, reply) => {
      rejectCrossSite(request.headers, clock.publicUrl)
      const { to } = request.params as { to: string }
      const [next] = await clock.due()
      await clock.advanceTo(to === 'next' && next ? next.at : clock.tomorrow())
      return reply.redirect('/dev/clock', 303)
    })
  })
}

function page({ now, shop }: DevClock, due: { at: Date; what: string }[]): string {
  const formatInstant = (at: Date) => escapeHtml(formatDateTime(shop.timeZone, at))
  const rows = due.map(
    ({ at, what }) => `<li><strong>${formatInstant(at)}</strong> ${escapeHtml(what)}</li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test clock</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#0b1f3a}
button{font:inherit;padding:.6rem 1rem;border-radius:10px;border:1px solid #0b63ce;background:#0b63ce;color:#fff;cursor:pointer}
form{display:inline-block;margin:0 .5rem 1rem 0}li{margin:.25rem 0}</style></head><body>
<h1>Test clock</h1><p>Current time: <strong>${formatInstant(now())}</strong>, ${escapeHtml(formatDate(now().toISOString()))}.
For development only. You can move time forward, not back. Anything due runs right away.</p>
<form method="post" action="/dev/clock/next"><button${due.length === 0 ? ' disabled' : ''}>Skip to next event</button></form>
<form method="post" action="/dev/clock/day"><button>Skip one day</button></form>
<h2>Upcoming events</h2><ul>${rows.join('') || '<li>No upcoming events. Create a subscription first.</li>'}</ul>
<p><a href="/dev/mailbox">Mailbox</a> · <a href="/customer/subscriptions">Subscriptions</a> · <a href="/admin/orders">Orders</a></p>
</body></html>`
}
