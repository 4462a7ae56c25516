import os from 'node:os'
import type pg from 'pg'
import type { Sample } from './load-results.ts'
import { familySeconds, figuresOf, findChild } from './process-figures.ts'

export type Watched = {
  readonly memory: readonly { readonly name: string; readonly samples: readonly Sample[] }[]
  /** The events, beside the polls a second that were asked for. */
  readonly text: (askedPerSecond: number) => string
  readonly pollsPerSecond: number
  /** The processors that each took in the mean. */
  readonly processors: Readonly<Record<string, number>>
  readonly minutes: number
}

type Moment = {
  readonly at: number
  readonly cpu: Readonly<Record<string, number>>
  readonly polls: number
  readonly postings: number
}

const minuteMs = 60_000

/** Watches web server and aggregator, children of this process, and PostgreSQL, until `stop` tells what was seen. */
export async function watchLoad(
  client: pg.Client,
  postgresPid: number,
): Promise<{ readonly stop: () => Promise<Watched> }> {
  const pids = { 'web server': findChild('web-server.ts'), aggregator: findChild('aggregator/main.ts') }
  const memory = Object.entries(pids).map(([name, pid]) => ({ name, pid, samples: [] as Sample[] }))
  const loads: number[] = []
  const webSeconds: number[] = []

  async function look(): Promise<Moment> {
    const { rows } = await client.query<{ polls: string; postings: string }>(
      `SELECT (SELECT count(*) FROM "poll") AS "polls", (SELECT count(*) FROM "posting") AS "postings"`,
    )
    const cpu = Object.entries(pids).map(([name, pid]) => [name, figuresOf(pid).cpuSeconds] as const)
    return {
      at: performance.now(),
      cpu: { ...Object.fromEntries(cpu), PostgreSQL: familySeconds(postgresPid) },
      polls: Number(rows[0]?.polls),
      postings: Number(rows[0]?.postings),
    }
  }

  const begun = await look()
  const sample = () => {
    const minute = (performance.now() - begun.at) / minuteMs
    for (const { pid, samples } of memory) samples.push({ minute, mb: figuresOf(pid).nowMb })
    loads.push(os.loadavg()[0] ?? Number.NaN)
    webSeconds.push(figuresOf(pids['web server']).cpuSeconds)
  }
  sample()
  const timer = setInterval(sample, minuteMs)
  return {
    stop: async () => {
      clearInterval(timer)
      const ended = await look()
      return {
        memory,
        text: (asked) => textOf(begun, ended, { asked, loads, webSeconds }),
        pollsPerSecond: (1000 * (ended.polls - begun.polls)) / (ended.at - begun.at),
        processors: processorsOf(begun, ended),
        minutes: (ended.at - begun.at) / minuteMs,
      }
    },
  }
}

function processorsOf(begun: Moment, ended: Moment): Record<string, number> {
  const seconds = (ended.at - begun.at) / 1000
  return Object.fromEntries(
    Object.entries(ended.cpu).map(([name, spent]) => [name, (spent - (begun.cpu[name] ?? 0)) / seconds]),
  )
}

function textOf(
  begun: Moment,
  ended: Moment,
  also: { asked: number; loads: readonly number[]; webSeconds: readonly number[] },
): string {
  const seconds = (ended.at - begun.at) / 1000
  const perSecond = (name: 'polls' | 'postings') => ((ended[name] - begun[name]) / seconds).toFixed(1)
  const used = Object.entries(processorsOf(begun, ended)).map(([name, each]) => `${name} ${each.toFixed(2)}`)
  return [
    `polls a second: ${perSecond('polls')}, asked ${also.asked.toFixed(1)}; postings a second: ${perSecond('postings')}`,
    `processors: ${used.join(', ')} of ${os.availableParallelism()}`,
    // The first one with what is made when it is asked for first.
    `processors of the web server, each minute: ${perMinute(also.webSeconds).join(' ')}`,
    `load of the machine, each minute: ${also.loads.map((load) => load.toFixed(1)).join(' ')}`,
  ].join('\n')
}

function perMinute(seconds: readonly number[]): string[] {
  return seconds.slice(1).map((now, before) => ((now - (seconds[before] ?? 0)) / 60).toFixed(2))
}
