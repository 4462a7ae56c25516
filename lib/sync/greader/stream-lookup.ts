import type { ReaderStream } from '#lib/store/sync/reader-members.ts'
import { listReaderSources, readReaderNames } from '#lib/store/sync/reader-sources.ts'
import { subscriberOf, type SyncCall } from '#lib/sync/doors.ts'
import { appNames, readerStream, type AppNames } from './names.ts'
import { parseStreamId } from './stream-id.ts'
import { refusal } from '#lib/sync/sync-answer.ts'

/** The streams of a call. */
type StreamLookup = {
  readonly names: AppNames
  readonly stream: (id: string) => ReaderStream
  readonly streams: (ids: readonly string[]) => ReaderStream[]
}

/** Of one question: each is a part of one statement. Of one change: each is a transaction. */
const mostStreams = 100

/** @throws SyncRefusal 400 when a call is about more streams than that */
export function refuseMany(ids: readonly string[]): void {
  if (ids.length > mostStreams) throw refusal(400, 'Bad Request: too many streams')
}

/** Reads what names and addresses among these ids mean to the subscriber; nothing where there are none. */
export async function lookUpStreams(call: SyncCall, ids: readonly string[]): Promise<StreamLookup> {
  const kinds = new Set(ids.map((id) => parseStreamId(id).kind))
  const names = appNames(
    kinds.has('name')
      ? await readReaderNames(call.database, subscriberOf(call))
      : { folders: [], labels: [] },
  )
  const sources = kinds.has('url') ? await listReaderSources(call.database, subscriberOf(call)) : []
  const byUrl = new Map(sources.map(({ url, sourceId }) => [url, sourceId]))
  const stream = (id: string) => readerStream(parseStreamId(id), names, byUrl)
  return { names, stream, streams: (each) => each.map(stream) }
}
