import { expect, test } from 'vitest'
import { GET } from '#app/metrics/route.ts'
import { warningsOf, type WarningFacts } from '#lib/store/sources/warnings.ts'
import { requestWith } from '#tests/support/world/accounts.ts'
import { readAlerts } from '#tests/support/world/alert-rules.ts'

const token = 'a token of the tests'

test('with the database away /metrics has what the process measures itself, and says that it is away', async () => {
  const nobody = 'postgresql://nobody@127.0.0.1:1/none'
  Object.assign(process.env, { DATABASE_URL: nobody, METRICS_TOKEN: token })
  const answer = await GET(requestWith(token, '/metrics'), { params: Promise.resolve({}) })
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain('\nskylark_database_up 0\n')
  expect(text).toMatch(/^skylark_web_process_cpu_seconds_total [\d.]+$/m)
  expect(text).toMatch(/^skylark_web_database_connections\{state="idle"\} 0$/m)
  expect(text).not.toMatch(/skylark_aggregator|skylark_polls|skylark_sources/)
})

const minuteMs = 60_000
const facts: WarningFacts = {
  isAggregatorRunning: true,
  isPaused: false,
  sinceSuccessMs: 120 * minuteMs,
  due: 0,
  longestWaitMs: 0,
  polls: 0,
  failed: 0,
  failingSources: 0,
  failingHosts: 0,
  laterPolls: 0,
  lagP95Ms: null,
  lapsedHubs: 0,
  speed: 1,
  databaseMs: 1,
  clockAheadMs: 0,
  diskFree: null,
}

test.each<[boolean, string, Partial<WarningFacts>]>([
  [false, 'nothing is polled and nothing is due', {}],
  [false, 'what is due has not waited long', { due: 3, longestWaitMs: 9 * minuteMs }],
  [true, 'what is due waits', { due: 3, longestWaitMs: 11 * minuteMs }],
  [true, 'polls are made', { polls: 1 }],
  [false, 'polling is paused', { polls: 1, isPaused: true }],
  [false, 'something answered lately', { polls: 1, sinceSuccessMs: 29 * minuteMs }],
])('that nothing answers is told (%s) by banner and alert alike where %s', (isTold, _, given) => {
  const all = { ...facts, ...given }
  expect(warningsOf(all).some(({ code }) => code === 'nothingAnswers')).toBe(isTold)
  expect(holds(ruleOf('SkylarkNothingAnswers'), all)).toBe(isTold)
})

/** The expression of an alert, on one line. */
function ruleOf(alert: string): string {
  const rule = readAlerts().find((one) => one.alert === alert)
  if (rule === undefined) throw new Error(`There is no ${alert}.`)
  return rule.expr.replaceAll(/\s+/g, ' ').trim()
}

/** Whether comparisons joined by "and", with one bracket of such joined by "or" at the end, hold. */
function holds(rule: string, { sinceSuccessMs, isPaused, longestWaitMs, polls }: WarningFacts): boolean {
  const values: Readonly<Record<string, number>> = {
    'time() - skylark_last_success_timestamp_seconds': (sinceSuccessMs ?? 0) / 1_000,
    skylark_polling_paused: isPaused ? 1 : 0,
    skylark_queue_wait_seconds: longestWaitMs / 1_000,
    'sum without (outcome) (increase(skylark_polls_total{outcome!="opted-out"}[15m]))': polls,
  }
  const compared = (text: string) => {
    const [, name = '', sign, bound] = /^(.+) (>|==) (\d+)$/.exec(text) ?? []
    const value = values[name]
    if (value === undefined) throw new Error(`The test does not know "${text}".`)
    return sign === '>' ? value > Number(bound) : value === Number(bound)
  }
  const [plain = '', bracket = ''] = rule.split(/ and \((?=.*\)$)/)
  return plain.split(' and ').every(compared) && bracket.replace(/\)$/, '').split(' or ').some(compared)
}
