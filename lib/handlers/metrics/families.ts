import type { DiskFree } from '#lib/runtime/disk-free.ts'
import type { connectionFigures } from '#lib/store/connection/database.ts'
import type { ProcessFigures } from '#lib/store/server/heartbeat.ts'
import type { MetricFigures } from '#lib/store/server/metric-figures.ts'
import type { Tally, TallyName } from '#lib/store/connection/tallies.ts'
import { delayBuckets, lagBounds } from '#lib/store/polling/tally-polls.ts'
import { familyText, histogramText } from './metric-text.ts'

const outcomes = ['fetched', 'not-modified', 'throttled', 'gone', 'opted-out', 'failed']
const deliveries = ['stored', 'announcement', 'failed']
const alerts = ['web-push', 'webhook', 'ntfy', 'email'].flatMap((kind) =>
  ['sent', 'later', 'failed'].map((result) => `${kind} ${result}`),
)
const removed = ['postings', 'search-documents']
const deferrals = ['publisherWantsPause', 'hostAsksPause']

/** The figures of the whole server in Prometheus' text format. */
export function serverFamilies(figures: MetricFigures): string {
  return [
    ...counted(figures.tallies),
    ...queueGauges(figures),
    ...budgetGauges(figures),
    ...aggregatorGauges(figures.aggregators),
    '',
  ].join('\n')
}

/** The figures that this process knows without the database. @param diskFree of the disk of DATA_DIR; null: not known */
export function ownFamilies(
  connections: ReturnType<typeof connectionFigures>,
  { diskFree, hasAnswered }: { readonly diskFree: DiskFree | null; readonly hasAnswered: boolean },
): string {
  return [
    gauge(
      ...(['skylark_database_up', 'Whether the database gave the figures that are asked of it.'] as const),
      hasAnswered ? 1 : 0,
    ),
    familyText('skylark_web_database_connections', 'gauge', 'Connections of this process to the database.', [
      { labels: { state: 'idle' }, value: connections.idle },
      { labels: { state: 'busy' }, value: connections.total - connections.idle },
      { labels: { state: 'awaited' }, value: connections.waiting },
    ]),
    gauge('skylark_disk_free_ratio', 'Free part of the disk that holds DATA_DIR.', diskFree?.share ?? null),
    gauge('skylark_disk_free_bytes', 'Free bytes of the disk that holds DATA_DIR.', diskFree?.bytes ?? null),
    '',
  ].join('\n')
}

/** The figures that only rise, over all processes and restarts. */
function counted(tallies: readonly Tally[]): string[] {
  return [
    byLabel(tallies, 'polls', 'skylark_polls_total', 'outcome', outcomes, 'Polls by what came of them.'),
    histogram(
      ...([tallies, 'poll-lag', 'skylark_poll_lag_seconds', lagBounds] as const),
      'Time from when a poll was planned until it began.',
    ),
    histogram(
      ...([tallies, 'delay', 'skylark_delay_seconds', delayBuckets] as const),
      'Time from publication until a posting was found; exact times only, without first documents.',
    ),
    total(tallies, 'poll-bytes', 'skylark_poll_bytes_total', 'Bytes of the documents that were polled.'),
    total(tallies, 'postings', 'skylark_postings_total', 'Postings that polls brought.'),
    byLabel(
      ...([tallies, 'removed', 'skylark_removed_total', 'what', removed] as const),
      'What retention removed.',
    ),
    byLabel(
      ...([tallies, 'host-deferrals', 'skylark_host_deferrals_total', 'reason', deferrals] as const),
      'Polls put off because their host asks for a pause.',
    ),
    byLabel(
      ...([tallies, 'push-deliveries', 'skylark_push_deliveries_total', 'result', deliveries] as const),
      'Deliveries of hubs by what became of them.',
    ),
    byLabel(
      ...([tallies, 'alerts', 'skylark_alerts_total', 'result', alerts] as const),
      'Tries to send an alert, by channel and what became of them.',
    ),
  ]
}

function queueGauges(figures: MetricFigures): string[] {
  const { queue, hosts, lastSuccessAt } = figures
  return [
    gauge('skylark_sources_due', 'Sources that are due and not in hand.', queue.due),
    gauge(
      'skylark_queue_wait_seconds',
      'For how long the first of them is due.',
      queue.longestWaitMs / 1_000,
    ),
    gauge('skylark_sources_leased', 'Sources that an aggregator has in hand.', queue.leased),
    gauge('skylark_hosts_paused', 'Hosts that asked for a pause.', hosts.paused),
    gauge('skylark_hosts_down', 'Hosts of which nothing answers.', hosts.down),
    gauge('skylark_hub_leases_lapsed', 'Hubs whose lease ended without renewal.', figures.lapsedHubs),
    gauge('skylark_push_waiting', 'Deliveries that are not stored yet.', figures.deliveriesWaiting),
    gauge(
      ...(['skylark_aggregator_up', 'Whether an aggregator is at work.'] as const),
      figures.isAggregatorRunning ? 1 : 0,
    ),
    gauge(
      ...(['skylark_polling_paused', 'Whether an admin has paused all polling.'] as const),
      figures.isPaused ? 1 : 0,
    ),
    gauge(
      ...(['skylark_last_success_timestamp_seconds', 'When a source last answered as it should.'] as const),
      lastSuccessAt === null ? null : lastSuccessAt / 1_000,
    ),
  ]
}

function budgetGauges({ budgetPerDay, grantedPerDay, pollsLastDay, price }: MetricFigures): string[] {
  return [
    gauge('skylark_budget_polls_per_day', 'Polls a day that the admin allows.', budgetPerDay),
    gauge('skylark_granted_polls_per_day', 'Polls a day that the last planning expects.', grantedPerDay),
    gauge(
      'skylark_polls_last_day',
      'Polls of the last 24 hours that count against the budget.',
      pollsLastDay,
    ),
    gauge('skylark_price', 'Weighted posting-days waiting that are worth a poll.', price),
  ]
}

type ProcessFamily = readonly [name: string, help: string, of: (figures: ProcessFigures) => number]

const processorTime: ProcessFamily = [
  ...(['skylark_aggregator_cpu_seconds_total', 'Processor time since it began.'] as const),
  ({ cpuSeconds }) => cpuSeconds,
]

const processGauges: readonly ProcessFamily[] = [
  ['skylark_aggregator_parsers_busy', 'Threads that read a document.', ({ parsersBusy }) => parsersBusy],
  ['skylark_aggregator_documents_waiting', 'Documents to read.', ({ documentsWaiting }) => documentsWaiting],
  ['skylark_aggregator_connections', 'Connections to the database.', (one) => one.databaseConnections],
  ['skylark_aggregator_connections_idle', 'Those without work.', ({ idleConnections }) => idleConnections],
  ['skylark_aggregator_connections_awaited', 'Who waits for one.', (one) => one.waitingForConnection],
  ['skylark_aggregator_memory_bytes', 'Memory of the process.', ({ memoryBytes }) => memoryBytes],
  ['skylark_aggregator_database_seconds', 'The database’s answer.', ({ databaseMs }) => databaseMs / 1_000],
  ['skylark_aggregator_clock_ahead_seconds', 'Before the database.', (one) => one.clockAheadMs / 1_000],
]

function aggregatorGauges(aggregators: MetricFigures['aggregators']): string[] {
  const family = (type: 'gauge' | 'counter', [name, help, of]: ProcessFamily) =>
    familyText(
      ...([name, type, `Of each aggregator: ${help}`] as const),
      aggregators.map(({ owner, figures }) => ({ labels: { owner }, value: of(figures) })),
    )
  return [...processGauges.map((each) => family('gauge', each)), family('counter', processorTime)]
}

function gauge(name: string, help: string, value: number | null): string {
  return familyText(name, 'gauge', help, value === null ? [] : [{ value }])
}

function valueOf(tallies: readonly Tally[], name: TallyName, label: string): number {
  return tallies.find((one) => one.name === name && one.label === label)?.value ?? 0
}

function total(tallies: readonly Tally[], tallied: TallyName, name: string, help: string): string {
  return familyText(name, 'counter', help, [{ value: valueOf(tallies, tallied, '') }])
}

/** All usual labels, at 0 before the first: what appears later than its first event is not seen to rise. */
function byLabel(
  tallies: readonly Tally[],
  tallied: TallyName,
  name: string,
  label: string,
  usual: readonly string[],
  help: string,
): string {
  const found = tallies.filter((one) => one.name === tallied).map((one) => one.label)
  const samples = [...new Set([...usual, ...found])].map((value) => ({
    labels: { [label]: value },
    value: valueOf(tallies, tallied, value),
  }))
  return familyText(name, 'counter', help, samples)
}

function histogram(
  tallies: readonly Tally[],
  tallied: TallyName,
  name: string,
  bounds: readonly number[],
  help: string,
): string {
  const counts = bounds.map((bound) => ({ bound, count: valueOf(tallies, tallied, String(bound)) }))
  const above = valueOf(tallies, tallied, 'inf')
  const sum = valueOf(tallies, tallied, 'sum')
  return histogramText(name, help, counts, above, sum)
}
