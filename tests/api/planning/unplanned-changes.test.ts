import { beforeAll, expect, test, vi } from 'vitest'
import * as revert from '#app/api/v1/admin/audit/[id]/revert/route.ts'
import * as host from '#app/api/v1/admin/hosts/[host]/route.ts'
import * as hosts from '#app/api/v1/admin/hosts/route.ts'
import * as source from '#app/api/v1/admin/sources/[id]/route.ts'
import * as weights from '#app/api/v1/admin/sources/weights/route.ts'
import * as rule from '#app/api/v1/admin/sources/weights/rule/route.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile({ LOG_LEVEL: 'error' })
let admin: { id: string; token: string }
let sourceId: number
let hostName: string

beforeAll(async () => {
  await changeServerSettings(database, { policy: 'minimum-delay' })
  admin = await addSubscriber(database, { name: 'ada', role: 'admin' })
  const facts = [{ name: 'one', postingsPerDay: 2, subscriberIds: [admin.id] }]
  const [id = 0] = await addPlannedSources(database, facts, Date.now())
  ;({ id: sourceId, hostName } = await database.source.findUniqueOrThrow({ where: { id } }))
  await database.$executeRaw`ALTER TABLE "plan" ADD CONSTRAINT "refused" CHECK (false) NOT VALID`
})

/** A call whose change cannot be planned. @returns its status, and whether that was logged */
async function callUnplanned(call: Call) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { status } = await callRoute(admin.token, call)
  const lines = written.mock.calls.map(([text]) => String(text)).join('')
  written.mockRestore()
  return { status, isLogged: lines.includes('replan-failed') }
}

test.each<[string, () => Call]>([
  ['weights', () => ({ module: weights, method: 'POST', body: { ids: [sourceId], weightFactor: 3 } })],
  [
    'weights by a rule',
    () => ({
      module: rule,
      method: 'POST',
      body: { search: '', state: 'all', act: 'set', value: 4 },
    }),
  ],
  [
    'what is fixed for a source',
    () => ({
      module: source,
      method: 'PATCH',
      params: { id: String(sourceId) },
      body: { fixedIntervalMs: 7_200_000 },
    }),
  ],
  [
    'a word on a host',
    () => ({ module: hosts, method: 'POST', body: { host: hostName, leastIntervalMs: 7_200_000 } }),
  ],
  [
    'a word on a host that is given back',
    () => ({ module: host, method: 'DELETE', params: { host: hostName } }),
  ],
])(
  '%s: the change is answered as done, and logged as not planned; so when it is taken back',
  async (_, of) => {
    const before = await database.auditEntry.count()
    const made = await callUnplanned(of())
    expect(made).toEqual({ status: made.status === 204 ? 204 : 200, isLogged: true })
    const { id } = await database.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(await database.auditEntry.count()).toBe(before + 1)
    const params = { id: String(id) }
    const back = await callUnplanned({ module: revert, method: 'POST', params, body: {} })
    expect(back).toEqual({ status: 200, isLogged: true })
    // As it was made: the next case begins where this one left off.
    await callUnplanned(of())
  },
)
