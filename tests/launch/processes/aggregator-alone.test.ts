import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aggregatorFlags } from '#lib/launch/roles.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { run, withDatabase } from '#tests/launch/launching.ts'

test.runIf(existsSync('/proc/self/cmdline'))(
  'the aggregator that is started apart has the same ceiling of memory as the one of `npm start`',
  async () => {
    const database = await createTestDatabase()
    const observed = run([withDatabase, 'lib/aggregator/main.ts'], { DATABASE_URL: database.url })
    await observed.hasPrinted('"event":"aggregator-started"')
    const { pid } = observed.child
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    const commands = children.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').split('\0'))
    const aggregator = commands.find((words) => words.some((word) => word.endsWith('lib/aggregator/main.ts')))
    expect(aggregator?.slice(1, -2)).toEqual(aggregatorFlags)
    observed.child.kill('SIGTERM')
    expect(await observed.exited).toBe(0)
    await database.drop()
  },
)
