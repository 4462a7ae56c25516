import { parentPort } from 'node:worker_threads'
import type { FeedDocument } from './parse-feed.ts'
import { parseFeed } from './parse-feed.ts'

/**
 * The far end of `parse-in-worker.ts`: parses what it is sent, one document at a time. It runs in a thread of its own
 * because a hostile document may take all the time and memory it can get; the thread is then thrown away.
 */
if (parentPort === null) throw new Error('parse-worker.ts runs as a worker thread only')
const port = parentPort
port.on(
  'message',
  async ({ body, contentType, url }: Omit<FeedDocument, 'body'> & { readonly body: Uint8Array }) => {
    // A Buffer crosses to another thread as its plain Uint8Array.
    const document = { body: Buffer.from(body.buffer, body.byteOffset, body.byteLength), contentType, url }
    port.postMessage(await parseFeed(document))
  },
)
port.postMessage('ready')
