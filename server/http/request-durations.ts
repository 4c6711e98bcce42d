const NAME = 'http_request_duration_seconds'
const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]

type Durations = {
  method: string
  status: number
  labels: string
  counts: number[]
  sum: number
  count: number
}

/** A histogram that costs each request one lookup. prom-client's checks, sorts and joins its labels. */
export function createRequestDurations() {
  const byRoute = new Map<string, Durations[]>()

  function find(method: string, route: string, status: number): Durations {
    const series = byRoute.get(route) ?? []
    for (const known of series) {
      if (known.status === status && known.method === method) return known
    }
    byRoute.set(route, series)
    const labels = `method="${escapeLabel(method)}",route="${escapeLabel(route)}",status="${status}"`
    const added = { method, status, labels, counts: BUCKETS.map(() => 0), sum: 0, count: 0 }
    series.push(added)
    return added
  }

  return {
    observe(method: string, route: string, status: number, seconds: number): void {
      const durations = find(method, route, status)
      durations.sum += seconds
      durations.count += 1
      const bucket = BUCKETS.findIndex((limit) => seconds <= limit)
      if (bucket >= 0) durations.counts[bucket] = (durations.counts[bucket] ?? 0) + 1
    },

    /** In Prometheus' text format. */
    text(): string {
      const head = [`# HELP ${NAME} Request duration by route`, `# TYPE ${NAME} histogram`]
      return `${[...head, ...[...byRoute.values()].flat().flatMap(toLines)].join('\n')}\n`
    },
  }
}

function toLines({ labels, counts, sum, count }: Durations): string[] {
  let cumulative = 0
  const buckets = BUCKETS.map((limit, index) => {
    cumulative += counts[index] ?? 0
    return `${NAME}_bucket{le="${limit}",${labels}} ${cumulative}`
  })
  return [
    ...buckets,
    `${NAME}_bucket{le="+Inf",${labels}} ${count}`,
    `${NAME}_sum{${labels}} ${sum}`,
    `${NAME}_count{${labels}} ${count}`,
  ]
}

const escapeLabel = (value: string) =>
  value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
