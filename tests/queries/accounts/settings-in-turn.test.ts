import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { keys } from '#lib/queries/requests/keys.ts'
import { useChangeListSettings } from '#lib/queries/postings/list-settings.ts'
import { useChangeReadingSettings } from '#lib/queries/accounts/change-reading-settings.ts'
import { drawOnce } from '#tests/support/measure/draw-once.ts'

afterEach(() => void vi.unstubAllGlobals())

test('changes of lists are sent one after the other: the later one is what stays', async () => {
  const events: string[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { readonly body: string }) => {
    const { scope } = JSON.parse(body) as { readonly scope: string }
    events.push(`asked ${scope}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
    events.push(`answered ${scope}`)
    return Response.json({ lists: {}, options: {} })
  })
  const { mutateAsync } = drawOnce(new QueryClient(), useChangeListSettings)
  await Promise.all(['first', 'second'].map((scope) => mutateAsync({ scope, list: { layout: 'list' } })))
  expect(events).toEqual(['asked first', 'answered first', 'asked second', 'answered second'])
})

test('a change that waits for another one is sent where the page is left, and outlives it', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.resetModules()
  const { useChangeReadingSettings: useChange } =
    await import('#lib/queries/accounts/change-reading-settings.ts')
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_path: string, { body, keepalive }: RequestInit) => {
    sent.push([JSON.parse(String(body)), keepalive])
    return new Promise(() => undefined) // no answer comes any more
  })
  const { mutate } = drawOnce(new QueryClient(), useChange)
  for (const sizePx of [19, 20]) mutate({ sizePx })
  await expect.poll(() => sent).toEqual([[{ sizePx: 19 }, undefined]])
  page.dispatchEvent(new Event('pagehide'))
  await expect
    .poll(() => sent)
    .toEqual([
      [{ sizePx: 19 }, undefined],
      [{ sizePx: 20 }, true],
    ])
})

test('how texts are shown is asked for anew after a refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'internal' }, { status: 500 })))
  const client = new QueryClient()
  client.setQueryData(keys.readingSettings, { typeface: 'serif' })
  const { mutateAsync } = drawOnce(client, useChangeReadingSettings)
  await mutateAsync({ typeface: 'sans' }).catch(() => undefined)
  expect(client.getQueryData(keys.readingSettings)).toEqual({ typeface: 'serif' })
  expect(client.getQueryState(keys.readingSettings)?.isInvalidated).toBe(true)
})
