import { describe, expect, test } from 'vitest'
import * as end from '#app/api/v1/digests/end/route.ts'
import { claimSlot } from '#lib/store/digests/digest-slots.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { namedIn, partsOf } from '#tests/support/data/digest-parts.ts'
import { openDigestWorld } from '#tests/support/world/digest-world.ts'
import type { ReceivedMail } from '#tests/support/servers/mail-server.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const { world, make, add, send } = openDigestWorld()
const sendAt = async (at: number) => {
  await world.clock.set(at)
  await send()
}
/** Fails unless both parts of a mail name these, in this order, and nothing else, and lead to the same. */
async function expectNamed(mail: ReceivedMail | undefined, titles: readonly string[]): Promise<void> {
  const rows = await world.database.posting.findMany({ select: { title: true, url: true } })
  const expected = titles.map((title) => [title, rows.find((row) => row.title === title)?.url])
  if (mail === undefined) throw new Error('There is no mail.')
  expect(namedIn(mail)).toEqual({ inText: expected, inHtml: expected })
}
const slots = () => world.database.digestSlot.findMany({ orderBy: { slotAt: 'asc' } })

describe('a digest', () => {
  test('goes to no address that is not proved, and tells of all once it is', async () => {
    await make()
    await add('One')
    const prove = (emailVerified: boolean) =>
      world.database.user.update({ where: { id: world.reader.id }, data: { emailVerified } })
    await prove(false)
    await sendAt(referenceAt + 7 * hourMs + minuteMs)
    expect(world.mail.mails).toEqual([])
    expect(await slots()).toMatchObject([{ outcome: 'failed' }])
    await prove(true)
    await sendAt(referenceAt + dayMs + 7 * hourMs + minuteMs)
    expect(world.mail.mails).toHaveLength(1)
    await expectNamed(world.mail.mails[0], ['One'])
  })

  test('tells once, a minute after its hour, of what was shown since the one before and is unread', async () => {
    await make()
    const [, read = 0n] = await add('One', 'Read already', 'Two <b>&')
    await world.database.postingState.create({
      data: { subscriberId: world.reader.id, postingId: read, sourceId: world.sourceId, isRead: true },
    })
    await sendAt(referenceAt + 7 * hourMs + minuteMs - 1)
    expect(world.mail.mails).toEqual([])
    await sendAt(referenceAt + 7 * hourMs + minuteMs)
    await send()
    expect(world.mail.mails).toHaveLength(1)
    const [first] = world.mail.mails
    expect(first?.to).toBe(world.reader.email)
    expect(first?.text).toMatch(/Message-ID: <digest-\d+-\d+@example\.org>/m)
    expect(first?.text).toMatch(
      /^List-Unsubscribe:\s+<http:\/\/localhost:3000\/api\/v1\/digests\/end\?token=[^>]+>/m,
    )
    expect(first?.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    await expectNamed(first, ['Two <b>&', 'One'])
    await add('Three')
    await sendAt(referenceAt + dayMs + 7 * hourMs + minuteMs)
    expect(world.mail.mails).toHaveLength(2)
    await expectNamed(world.mail.mails[1], ['Three'])
  })

  test('is no mail where there is nothing to tell', async () => {
    await make()
    await sendAt(referenceAt + 8 * hourMs)
    expect(world.mail.mails).toEqual([])
    expect(await slots()).toMatchObject([{ outcome: 'empty', postings: 0 }])
  })

  test('that was missed while nothing ran is sent once, and tells of all', async () => {
    await make()
    await add('First day')
    await world.clock.advance(3 * dayMs)
    await add('Fourth day')
    await sendAt(referenceAt + 3 * dayMs + 12 * hourMs)
    expect(world.mail.mails).toHaveLength(1)
    await expectNamed(world.mail.mails[0], ['Fourth day', 'First day'])
    expect(await slots()).toMatchObject([{ slotAt: new Date(referenceAt + 3 * dayMs + 7 * hourMs) }])
  })

  test('is made by one of many processes', async () => {
    await make()
    await add('One')
    await world.clock.set(referenceAt + 8 * hourMs)
    await Promise.all([send(), send(), send()])
    expect(world.mail.mails).toHaveLength(1)
  })

  test('that died while it was sent is sent again under the same Message-ID, with the same postings', async () => {
    await make()
    await add('One')
    await world.clock.set(referenceAt + 8 * hourMs)
    const lost = await claimSlot(world.database, { now: world.clock.now(), leaseMs: minuteMs })
    expect(lost).toMatchObject({ slotAt: new Date(referenceAt + 7 * hourMs), tries: 1 })
    await add('After the hour')
    await send()
    expect(world.mail.mails).toEqual([])
    await world.clock.advance(2 * minuteMs)
    await send()
    expect(world.mail.mails).toHaveLength(1)
    expect(world.mail.mails[0]?.text).toContain(`digest-${lost?.digestId}-${referenceAt + 7 * hourMs}@`)
    await expectNamed(world.mail.mails[0], ['One'])
  })

  test('comes at the local hour of its day', async () => {
    const made = await make({ rhythm: 'weekly', weekday: 2, hour: 6, zone: 'America/New_York' })
    expect(made.nextAt).toBe('2026-01-07T11:00:00.000Z')
  })

  test('names so many, and says that there is more', async () => {
    await make({ mostPostings: 1 })
    await add('One', 'Two')
    await sendAt(referenceAt + 8 * hourMs)
    const [first] = world.mail.mails
    await expectNamed(first, ['Two'])
    expect(
      Object.values(partsOf(first ?? { to: '', from: '', text: '', source: '', at: 0 })).map((part) =>
        part.includes('There is more in Skylark'),
      ),
    ).toEqual([true, true])
  })
})

describe('it is ended', () => {
  const tokenIn = (text: string | undefined) => /digests\/end\?token=([^>]+)>/.exec(text ?? '')?.[1] ?? ''

  // "=33" in an address is no code of quoted-printable.
  test.each([
    ['of one digit', 7],
    ['of two', 33],
    ['of nine', 333_333_333],
  ])(
    'by one click in a mail program, by a number %s; opening the address changes nothing',
    async (_name, id) => {
      await make()
      await world.database.digest.updateMany({ data: { id } })
      await add('One')
      await sendAt(referenceAt + 8 * hourMs)
      const query = `?token=${tokenIn(world.mail.mails[0]?.text)}`
      const opened = await end.GET(new Request(`${publicUrl}/api/v1/digests/end${query}`), {
        params: Promise.resolve({}),
      })
      expect([opened.status, opened.headers.get('location')]).toEqual([
        303,
        expect.stringContaining('/end-digest#'),
      ])
      expect(await world.database.digest.findFirstOrThrow()).toMatchObject({ isOn: true })
      // As mail programs do it (RFC 8058, 3.1): what the one header says is posted to the address of the other.
      const [, address = ''] =
        /^List-Unsubscribe:\s+<([^>]+)>\r?$/m.exec(world.mail.mails[0]?.text ?? '') ?? []
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      const ended = await end.POST(new Request(address, { method: 'POST', body }), {
        params: Promise.resolve({}),
      })
      expect([ended.status, await ended.json()]).toEqual([200, { name: 'Morning' }])
      expect(await world.database.digest.findFirstOrThrow()).toMatchObject({ isOn: false })
      await add('Two')
      await sendAt(referenceAt + 2 * dayMs)
      expect(world.mail.mails).toHaveLength(1)
    },
  )

  test('by nobody who makes a token up', async () => {
    const { id } = await make()
    for (const token of [`${id}`, `${id}.`, `${id}.AAAAAAAAAAAAAAAAAAAAAAAA`, 'x', '1.2.3'])
      expect((await callRoute(null, { module: end, method: 'POST', query: `?token=${token}` })).status).toBe(
        404,
      )
    expect(await world.database.digest.findFirstOrThrow()).toMatchObject({ isOn: true })
  })
})
