import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ClockSetting } from '#lib/text/clock-setting.ts'
import type { Lived } from './soak-lives.ts'
import type { Parts } from './soak-parts.ts'
import { createVisitor } from './soak-visitor.ts'
import { addSessions, signInsPerDay, type SoakWorld } from './soak-world.ts'

const dayMs = 86_400_000
const pollsOfRound = 20

type Daily = {
  readonly client: pg.Client
  readonly clock: ClockSetting
  readonly parts: Pick<Parts, 'web'>
  readonly world: SoakWorld
}

/**
 * The acts of somebody some times each day: a sign-in, in a browser that never comes back; and once a day an admin's scheduler has a round
 * made by the web server. `stop` resolves with the number of rounds.
 */
export async function startDays({ client, clock, parts, world }: Daily, lived: Lived) {
  const { origin } = parts.web
  const visitor = createVisitor(origin, 'traveller@example.org', lived, Math.random)
  await visitor.signUp()
  const { rows } = await client.query<{ id: string }>(
    `SELECT "id" FROM "user" WHERE "email" = 'traveller@example.org'`,
  )
  await addSessions(client, rows[0]?.id ?? '')
  const stopping = new AbortController()
  let rounds = 0
  const fail = (text: string) => {
    lived.failed += 1
    lived.problems.push(text)
  }

  async function makeRound(): Promise<void> {
    const response = await fetch(`${origin}/api/v1/admin/aggregator/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ maxPolls: pollsOfRound }),
    })
    await response.arrayBuffer()
    if (response.ok) rounds += 1
    else fail(`A round was answered with ${response.status}.`)
  }

  async function goOn(): Promise<void> {
    const restMs = dayMs / signInsPerDay / clock.speed
    let round: Promise<void> = Promise.resolve()
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      if (turn % signInsPerDay === 0) {
        await round
        round = makeRound().catch((error: unknown) => fail(`A round failed: ${String(error)}`))
      }
      await visitor.signIn()
      await sleep(restMs, undefined, { signal: stopping.signal }).catch(() => undefined) // it is to stop
    }
    await round
  }

  const going = goOn()
  going.catch(() => undefined) // told by stop
  return {
    stop: async () => {
      stopping.abort()
      await going
      return rounds
    },
  }
}
