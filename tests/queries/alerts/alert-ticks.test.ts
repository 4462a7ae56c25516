import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alertPanelKey } from '#lib/queries/alerts/alert-panel.ts'
import { useChangeAlertSettings, useSwitchAlert, useTickChannel } from '#lib/queries/alerts/alert-changes.ts'
import { drawOnce } from '#tests/support/measure/draw-once.ts'
import type { AlertPanel, AlertSettings } from '#lib/api/alerts/alerts.ts'

type Sent = { readonly path: string; readonly body: object }

let client: QueryClient
let sent: Sent[]
/** The answers that are owed. */
let owed: ((status: number, body: object) => void)[]

const settings: AlertSettings = { zone: 'UTC', quietFrom: null, quietTo: null, mostPerHour: 20 }
const panel = {
  alerts: [{ id: 1, isOn: true, channelIds: [7] }],
  settings,
} as unknown as AlertPanel

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(alertPanelKey, panel)
  ;[sent, owed] = [[], []]
  vi.stubGlobal('fetch', (path: string, { body }: { readonly body: string }) => {
    sent.push({ path: path.replace(/^.*\/v1/, ''), body: JSON.parse(body) as object })
    return new Promise<Response>((resolve) =>
      owed.push((status, answer) => resolve(Response.json(answer, { status }))),
    )
  })
})
afterEach(() => void vi.unstubAllGlobals())

const shown = () => client.getQueryData<AlertPanel>(alertPanelKey)
const bodies = () => sent.map(({ body }) => body)
/** Waits until so many requests were made. */
const until = (count: number) => expect.poll(() => sent.length).toBe(count)

test('two ticks after each other are both kept: shown at once, and the second request has the first one’s', async () => {
  const { mutateAsync } = drawOnce(client, useTickChannel)
  const ticks = [8, 9].map((channelId) => mutateAsync({ id: 1, channelId, isChosen: true }))
  await until(1)
  expect(shown()?.alerts[0]?.channelIds).toEqual([7, 8, 9])
  client.setQueryData(alertPanelKey, panel) // a panel that was asked for before the ticks comes late
  owed[0]?.(200, { id: 1, isOn: true, channelIds: [7, 8] })
  await until(2)
  expect(shown()?.alerts[0]?.channelIds).toEqual([7, 8, 9])
  expect(sent.map(({ path }) => path)).toEqual(['/alerts/1', '/alerts/1'])
  expect(bodies().at(-1)).toEqual({ channelIds: [7, 8, 9] })
  owed[1]?.(200, { id: 1, isOn: true, channelIds: [7, 8, 9] })
  await Promise.all(ticks)
})

test('a tick behind one that was refused is sent all the same', async () => {
  const { mutateAsync } = drawOnce(client, useTickChannel)
  const refused = mutateAsync({ id: 1, channelId: 8, isChosen: true }).catch((error: unknown) => error)
  const tick = mutateAsync({ id: 1, channelId: 9, isChosen: true })
  await until(1)
  client.setQueryData(alertPanelKey, panel) // as it is asked for anew
  owed[0]?.(500, { code: 'internal' })
  expect(await refused).toBeInstanceOf(Error)
  await until(2)
  expect(bodies().at(-1)).toEqual({ channelIds: [7, 9] })
  owed[1]?.(200, { id: 1, isOn: true, channelIds: [7, 9] })
  await tick
})

test('a tick that is changed quickly twice is as it was left', async () => {
  const { mutateAsync } = drawOnce(client, useSwitchAlert)
  const switches = [false, true].map((isOn) => mutateAsync({ id: 1, isOn }))
  await until(1)
  expect(shown()?.alerts[0]?.isOn).toBe(true)
  owed[0]?.(200, { id: 1, isOn: false, channelIds: [7] })
  await until(2)
  expect(shown()?.alerts[0]?.isOn).toBe(true)
  owed[1]?.(200, { id: 1, isOn: true, channelIds: [7] })
  await Promise.all(switches)
  expect(bodies()).toEqual([{ isOn: false }, { isOn: true }])
})

test('settings send only what was changed, in turn, and what is refused is asked for anew', async () => {
  const { mutateAsync } = drawOnce(client, useChangeAlertSettings)
  const changes = [
    mutateAsync({ quietFrom: 60, quietTo: 120 }),
    mutateAsync({ mostPerHour: 5 }).catch((error: unknown) => error),
  ]
  await until(1)
  expect(shown()?.settings).toEqual({ ...settings, quietFrom: 60, quietTo: 120, mostPerHour: 5 })
  owed[0]?.(200, { ...settings, quietFrom: 60, quietTo: 120 })
  await until(2)
  owed[1]?.(500, { code: 'internal' })
  expect(await changes[1]).toBeInstanceOf(Error)
  expect(bodies()).toEqual([{ quietFrom: 60, quietTo: 120 }, { mostPerHour: 5 }])
  expect(client.getQueryState(alertPanelKey)?.isInvalidated).toBe(true)
})
