import type { Tracking } from '#contract/tracking/tracking.ts'

type TrackingText = { title: string; text?: string }

/** Rule 63: where the delivery is, in a line and a sentence. Times are of the shop's zone. */
export function trackingText(tracking: Tracking, zone: string, phone: string): TrackingText {
  switch (tracking.state) {
    case 'window':
      return { title: `Expected between ${range(tracking, zone, ' and ', true)}` }
    case 'underway':
      return { title: `${stopsText(tracking.stopsBefore ?? 0)}, about ${range(tracking, zone)}` }
    case 'arrived':
      return { title: 'Our driver has arrived' }
    case 'later':
      return { title: 'Later today', text: 'Our driver will come back to you later today.' }
    case 'today':
      return { title: 'Today', text: "We'll deliver today. We can't give you a time right now." }
    case 'on_hold':
      return {
        title: 'Your delivery is on hold',
        text: "We can't leave your bottles until it's paid.",
      }
    case 'failed':
      return { title: 'Not delivered', text: "We'll email you about what happens next." }
    case 'ended':
      return {
        title: 'Our driver has finished the route',
        text: `If you didn't get your delivery, call ${phone}.`,
      }
  }
}

function stopsText(stops: number): string {
  if (stops === 0) return "You're next"
  return `${stops} ${stops === 1 ? 'stop' : 'stops'} before yours`
}

/** '10:55–11:25'; with the part of the day, '9:15 AM and 10:45 AM'. */
function range({ from, to }: Tracking, timeZone: string, joint = '–', hasDayPart = false): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const show = (instant: string | undefined) =>
    format
      .formatToParts(new Date(instant ?? ''))
      .filter(
        ({ type }) => hasDayPart || type === 'hour' || type === 'minute' || type === 'literal',
      )
      .map(({ value }) => value.replace('\u202f', ' '))
      .join('')
      .trim()
  return `${show(from)}${joint}${show(to)}`
}
