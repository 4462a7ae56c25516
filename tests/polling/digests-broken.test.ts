import { expect, test } from 'vitest'
import { createPauses } from '#lib/polling/pauses.ts'
import { sendDigests } from '#lib/sending/send-digests.ts'
import { openDigestWorld } from '#tests/support/world/digest-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 60 * 60_000

const { world, make, add, send } = openDigestWorld()
const slots = () => world.database.digestSlot.findMany({ orderBy: { slotAt: 'asc' } })

test('a digest that throws stops no other, and is tried again after growing pauses', async () => {
  const names = ['Claimed', 'Made', 'Good']
  for (const name of names) await make({ name })
  await add('One')
  // One cannot be taken, one not be finished.
  await world.database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT "name" FROM "digest" WHERE "id" = NEW."digestId") = TG_ARGV[0] THEN RAISE 'bad data'; END IF;
        RETURN NEW;
      END $$`
  await world.database
    .$executeRaw`CREATE TRIGGER refuse_claim BEFORE INSERT ON "digest_slot" FOR EACH ROW EXECUTE FUNCTION refuse('Claimed')`
  await world.database.$executeRaw`CREATE TRIGGER refuse_end BEFORE UPDATE ON "digest_slot" FOR EACH ROW
      WHEN (NEW."outcome" IS NOT NULL) EXECUTE FUNCTION refuse('Made')`
  const broken = createPauses()
  const tell = () => sendDigests(world, undefined, broken)
  await world.clock.set(referenceAt + 8 * hourMs)
  await tell()
  const outcomes = async () => (await slots()).map(({ outcome, tries }) => [outcome, tries]).toSorted()
  expect(await outcomes()).toEqual([
    [null, 1],
    ['sent', 1],
  ])
  const id = (await world.database.digest.findFirstOrThrow({ where: { name: 'Claimed' } })).id
  expect([broken.resting(), broken.timesOf(String(id))]).toEqual([[String(id)], 1])
  const [waiting] = await world.database.digestSlot.findMany({ where: { outcome: null } })
  const firstPause = (waiting?.nextTryAt.getTime() ?? 0) - world.clock.now()
  expect(firstPause).toBeGreaterThan(0)
  await world.clock.set(waiting?.nextTryAt.getTime() ?? 0)
  await tell()
  const [again] = await world.database.digestSlot.findMany({ where: { outcome: null } })
  expect((again?.nextTryAt.getTime() ?? 0) - world.clock.now()).toBeGreaterThan(1.5 * firstPause)
  await world.database.$executeRaw`DROP FUNCTION refuse() CASCADE`
  await world.clock.set(again?.nextTryAt.getTime() ?? 0)
  await send()
  expect(new Set((await slots()).map(({ outcome }) => outcome))).toEqual(new Set(['sent']))
  expect(await world.database.digestSlot.count()).toBe(3)
})
