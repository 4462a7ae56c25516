import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { parseImport } from '#lib/documents/moving/parse-import.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { writeOpml, type OpmlFolder } from '#lib/documents/write/write-opml.ts'
import { mustBeClean } from './clean-html.ts'
import { mutated, oddText } from './mutate.ts'
import { fuzzTarget, mustHold } from './target.ts'

const folder = 'tests/fixtures/imports'
const opml = `<opml version="2.0" xmlns:skylark="urn:skylark:opml"><head/><body><outline text="A"><outline text="B" xmlUrl="https://b.example/feed" htmlUrl="https://b.example/" category="x,y" skylark:labels='["a,b"]' skylark:muted="true"/>
<outline title="C"><outline type="rss" text="D" xmlUrl="feed://d.example/"/></outline></outline><outline url="http://e.example/?a=1&b=2"/></body></opml>`
/** Exports of all readers; the tests of what each says have their own. */
const importFixtures = [
  Buffer.from(opml),
  ...readdirSync(folder).map((file) => readFileSync(path.join(folder, file))),
]

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({
    items: fc.array(
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.dictionary(
          fc.constantFrom(
            'title',
            'published',
            'categories',
            'canonical',
            'content',
            'origin',
            'crawlTimeMsec',
            '__proto__',
          ),
          fc.jsonValue({ maxDepth: 3 }),
        ),
      ),
    ),
  }),
  fc.record({
    format: fc.constant('skylark'),
    version: fc.integer(),
    states: fc.jsonValue(),
    subscriptions: fc.jsonValue(),
  }),
)
const bytes = fc.oneof(
  { weight: 6, arbitrary: mutated(importFixtures) },
  json.map((value) => Buffer.from(JSON.stringify(value))),
  oddText.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((rest) => Buffer.from([0x50, 0x4b, 3, 4, ...rest])),
)

/** As OPML can say it: names of one line without blanks at their ends, which mean nothing in XML. */
const name = oddText.map(
  (text) =>
    `x${text
      .toWellFormed()
      .replace(/[^\p{L}\p{N}<>&"'!./,-]+/gu, ' ')
      .trim()}`,
)
const address = fc
  .tuple(fc.webPath(), fc.constantFrom('http', 'https'))
  .map(([at, scheme]) => `${scheme}://a.example/${at.slice(1)}`)
const feed = fc.record({
  url: address,
  title: name,
  siteUrl: fc.oneof(fc.constant(null), fc.constant('https://a.example/')),
})
/** As long as names of our folders are: longer ones are cut. */
const folderName = name.filter((text) => text.length <= 100)
const list: fc.Arbitrary<OpmlFolder> = fc.record({
  title: name,
  feeds: fc.array(feed, { minLength: 1, maxLength: 4 }),
  folders: fc.array(fc.record({ title: folderName, feeds: fc.array(feed, { maxLength: 3 }) }), {
    maxLength: 3,
  }),
})

export const importTargets = [
  fuzzTarget(
    'imports: any file is understood or refused, and its texts are harmless',
    8000,
    bytes,
    (file) => {
      for (const { postings, problems, refusal, kind } of parseImport(Buffer.from(file))) {
        mustHold(kind !== null || refusal !== null, 'neither understood nor refused')
        mustHold(problems.length <= 1_000 || kind === 'opml', `${problems.length} problems`)
        for (const { entry, starredAt, laterAt } of postings) {
          mustBeClean(entry.html)
          for (const at of [entry.publishedAt, starredAt, laterAt])
            mustHold(at === null || Number.isInteger(at), `${at}`)
        }
      }
    },
  ),
  fuzzTarget('imports: a list of subscriptions is read back as it was written', 6000, list, (written) => {
    const { outlines, problems } = parseOpml([...writeOpml(written)].join('\n'))
    mustHold(problems.length === 0, JSON.stringify(problems))
    const folders = written.folders ?? []
    const all = [
      ...folders.flatMap((each) => each.feeds.map((one) => ({ ...one, folder: [each.title] }))),
      ...written.feeds.map((one) => ({ ...one, folder: [] })),
    ]
    const got = outlines.map(({ title, siteUrl, folder: at }) => ({ title, siteUrl, folder: at }))
    const wanted = all.map(({ title, siteUrl, folder: at }) => ({ title, siteUrl, folder: at }))
    mustHold(
      JSON.stringify(got) === JSON.stringify(wanted),
      `${JSON.stringify(got)}\nwritten: ${JSON.stringify(wanted)}`,
    )
  }),
]
