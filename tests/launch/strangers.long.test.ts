import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostOfStrangers } from '#lib/launch/count-strangers.ts'
import { signUpThroughApi } from '#tests/support/app-accounts.ts'
import { startApp, type RunningApp } from '#tests/support/running-app.ts'

let app: RunningApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function statusOf(path: string, address: string, cookie?: string): Promise<number> {
  const headers = { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) }
  const answer = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' })
  await answer.text()
  return answer.status
}

test('a flood from an address ends in refusals; who is signed in there reads on, and others come in', async () => {
  const { cookies } = await signUpThroughApi(app.url, 'Ada')
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const flooded = '198.51.100.1'
  const ask = async () => {
    for (let each = 0; each < mostOfStrangers; each += 1) await statusOf('/api/v1/me', flooded)
    // The second page is given only where the first one told the web server whose it is.
    return [
      await statusOf('/sign-in', flooded),
      await statusOf('/settings', flooded, cookie),
      await statusOf('/settings', flooded, cookie),
      await statusOf('/api/v1/me', flooded, cookie),
      await statusOf('/readyz', flooded),
      await statusOf('/sign-in', '198.51.100.2'),
    ]
  }
  // A minute may end meanwhile.
  await expect.poll(ask, { timeout: 120_000 }).toEqual([429, 200, 200, 200, 200, 200])
})
