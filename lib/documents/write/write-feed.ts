import type { FeedFormat, OutputDocument } from './output-document.ts'
import { writeAtom } from './write-atom.ts'
import { writeJsonFeed } from './write-json-feed.ts'
import { writeRss } from './write-rss.ts'

const writers: Readonly<Record<FeedFormat, (document: OutputDocument) => string>> = {
  atom: writeAtom,
  rss: writeRss,
  json: writeJsonFeed,
}

/** A feed in a format. */
export function writeFeed(document: OutputDocument, format: FeedFormat): string {
  return writers[format](document)
}
