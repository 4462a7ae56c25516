import { document, rssDocument, type ServedPosting } from './feed-documents.ts'
import type { PolledWorld } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const subjects = ['Tides', 'Bridges', 'Orchards', 'Lanterns', 'Glaciers'] as const

/** Five postings with nothing in common, newest first. */
export const fivePostings: readonly ServedPosting[] = subjects.map((subject, index) => ({
  guid: `tag:${subject}`,
  title: `${subject} and what became of them`,
  link: `http://blog.example.org/2026/${subject.toLowerCase()}?id=${index}`,
  text: `${subject}: ${Array.from({ length: 12 }, (_, at) => `${subject.toLowerCase()}${at}`).join(' ')}`,
  publishedAt: referenceAt - (index + 1) * hourMs,
}))

type Options = { readonly withoutDates?: boolean }

/** A feed at /feed of a world's first host whose document changes between polls. */
export function changingFeed(world: PolledWorld) {
  function serve(postings: readonly ServedPosting[], options: Options = {}): void {
    world.server.route('/feed', document(rssDocument('A feed', postings, options.withoutDates)))
  }

  /** Ids of all stored postings, rising. */
  async function ids(): Promise<bigint[]> {
    const rows = await world.database.posting.findMany({ orderBy: { id: 'asc' }, select: { id: true } })
    return rows.map(({ id }) => id)
  }

  /** Polls a first document an hour before a second one; returns the ids of what is stored before and after. */
  async function pollTwice(
    before: readonly ServedPosting[],
    after: readonly ServedPosting[],
    options: Options = {},
  ) {
    serve(before, options)
    const id = await world.addSource('/feed')
    await world.pass()
    const first = await ids()
    serve(after, options)
    await world.pollAt(id, referenceAt + hourMs)
    return { id, first, second: await ids() }
  }

  return { serve, ids, pollTwice }
}
