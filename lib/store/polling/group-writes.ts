import { log, withoutLogFields } from '#lib/runtime/log.ts'

type GroupLimits<Item> = {
  /** Items in one write, and the size of them together. */
  readonly mostItems: number
  readonly mostSize: number
  readonly sizeOf: (item: Item) => number
}

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** While one group is written a second one may be, as soon as it is half full: the database works, and so do we. */
const mostWrites = 2

/**
 * Writes in groups what many want to write at the same time, like the group commit of databases: what comes alone is
 * written at once, what comes while a group is being written waits for the next. When a group cannot be written each of
 * its items is tried alone, so that none fails because of another.
 */
export function createGroupWriter<Item, Answer>(
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  limits: GroupLimits<Item>,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let writes = 0
  let isWoken = false

  function next(): void {
    isWoken = false
    while (waiting.length > 0 && isWorthwhile()) {
      writes += 1
      void writeGroup(write, takeGroup(waiting, limits)).finally(() => {
        writes -= 1
        next()
      })
    }
  }

  function isWorthwhile(): boolean {
    return writes === 0 || (writes < mostWrites && 2 * waiting.length >= limits.mostItems)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isWoken) return
      isWoken = true
      withoutLogFields(() => setImmediate(next)) // what comes in the same turn goes together
    })
}

function takeGroup<Item, Answer>(
  waiting: Waiting<Item, Answer>[],
  { mostItems, mostSize, sizeOf }: GroupLimits<Item>,
): Waiting<Item, Answer>[] {
  let count = 0
  let size = 0
  for (const { item } of waiting) {
    size += sizeOf(item)
    if (count > 0 && (count === mostItems || size > mostSize)) break
    count += 1
  }
  return waiting.splice(0, count)
}

async function writeGroup<Item, Answer>(
  write: (items: readonly Item[]) => Promise<readonly Answer[]>,
  group: readonly Waiting<Item, Answer>[],
): Promise<void> {
  try {
    const answers = await write(group.map(({ item }) => item))
    group.forEach(({ resolve }, index) => resolve(answers[index] as Answer)) // one answer for each item
  } catch (error) {
    const [only, ...others] = group
    if (only !== undefined && others.length === 0) return only.reject(error)
    log.warn('group-not-written', { items: group.length, error })
    for (const one of group) await writeGroup(write, [one])
  }
}
