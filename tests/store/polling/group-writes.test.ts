import { expect, test } from 'vitest'
import { createGroupWriter } from '#lib/store/polling/group-writes.ts'

const limits = { mostItems: 4, mostSize: 100, sizeOf: (item: number) => item }

/** A writer whose groups are kept, and written when the test says so. */
function createHeldWriter() {
  const groups: (readonly number[])[] = []
  const held: (() => void)[] = []
  const write = createGroupWriter(async (items: readonly number[]) => {
    groups.push(items)
    await new Promise<void>((resolve) => held.push(resolve))
    if (items.includes(13)) throw new Error('13 cannot be written')
    return items.map((item) => item * 10)
  }, limits)
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  const release = async () => {
    for (const resolve of held.splice(0)) resolve()
    await turn()
    await turn()
  }
  return { groups, write, turn, release }
}

test('what comes together is written together, what comes alone at once', async () => {
  const { groups, write, turn, release } = createHeldWriter()
  const answers = [1, 2, 3].map(write)
  await turn()
  await turn()
  expect(groups).toEqual([[1, 2, 3]])
  await release()
  expect(await Promise.all(answers)).toEqual([10, 20, 30])
  void write(4)
  await turn()
  await turn()
  expect(groups.at(-1)).toEqual([4])
})

test('while a group is written what comes waits for the next, in order and within the limits', async () => {
  const { groups, write, turn, release } = createHeldWriter()
  void write(1)
  await turn()
  void write(2)
  await turn()
  expect(groups).toEqual([[1]])
  for (const item of [3, 60, 50, 5]) void write(item)
  await turn()
  await turn()
  expect(groups).toEqual([[1], [2, 3, 60]])
  await release()
  expect(groups).toEqual([[1], [2, 3, 60], [50, 5]])
})

test('an item that cannot be written takes no other down', async () => {
  const { write, turn, release } = createHeldWriter()
  const answers = Promise.allSettled([1, 13, 2].map(write))
  for (let count = 0; count < 8; count++) {
    await turn()
    await release()
  }
  expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
