import {
  compareCorpus,
  createCorpusPool,
  fields,
  goals,
  listDocuments,
  parseListed,
  shareOf,
  type Comparison,
} from '#tests/support/data/corpus.ts'
import { countContents, listPostings } from '#tests/support/data/corpus-contents.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { contentGoals, shareKept, type ContentKind } from '#tests/support/data/kept-contents.ts'
import { largeFolder } from '#tests/support/data/test-data.ts'
import { tellClaim } from './claims.ts'
import { parseBare } from './corpus-bare.ts'

/**
 * `npm run bench -- corpus`: what the aggregator understands of ../shared/feed-corpus, as the table in docs/measured.md, and below
 * it every document that is read otherwise than its manifest says. Then how much of the postings' pictures, embeds and words is kept,
 * beside what Chromium shows of the same HTML, and each loss with its reason.
 */
async function main(): Promise<void> {
  const folder = largeFolder('feed-corpus')
  if (folder === null) return console.log('../shared/feed-corpus is absent: nothing to measure')
  const pool = createCorpusPool()
  const compared = await compareCorpus(pool, folder)
  const bare = await compareCorpus({ parse: parseBare }, folder)
  console.log('| field | known | right | share | goal |\n| --- | ---: | ---: | ---: | ---: |')
  for (const field of fields) {
    const { known, right, percent } = shareOf(compared, field)
    console.log(`| ${field} | ${known} | ${right} | ${percent.toFixed(2)} % | ${goals[field]} % |`)
    const goal = { text: `${goals[field]} %`, isMet: percent >= goals[field] }
    tellClaim({
      what: `real documents: ${field}`,
      value: percent,
      unit: '% right',
      goal,
      bare: { what: 'rss-parser alone', value: shareOf(bare, field).percent },
    })
  }
  tellRefused(compared, bare)
  let slowestMs = 0
  const all = listDocuments(folder)
  const hostile = all.filter(({ tags }) => tags?.includes('hostile') === true)
  for (const listed of hostile) slowestMs = Math.max(slowestMs, await timeToParse(pool, folder, listed))
  let ordinaryMs = 0
  const ordinary = all.filter((listed) => !hostile.includes(listed)).slice(0, 100)
  for (const listed of ordinary) ordinaryMs += await timeToParse(pool, folder, listed)
  tellClaim({
    what: 'hostile documents: the slowest',
    value: slowestMs,
    unit: 'ms',
    bare: { what: 'one of a hundred others, in the mean', value: ordinaryMs / ordinary.length },
  })
  console.log(`\n${hostile.length} hostile documents: the slowest took ${Math.round(slowestMs)} ms\n`)
  for (const { file, field, expected, got, isRight } of compared)
    if (!isRight) console.log(`${field}: ${file}: ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`)
  await pool.close()
  await tellContents(folder)
}

/** The contents of the postings' HTML that Chromium shows, and how much of them it shows after cleaning. */
async function tellContents(folder: string): Promise<void> {
  const browser = await launchBrowser()
  const contents = await countContents(browser, await listPostings(folder))
  await browser.close()
  console.log('\n| contents | shown | kept | share | goal |\n| --- | ---: | ---: | ---: | ---: |')
  for (const kind of Object.keys(contentGoals) as ContentKind[]) {
    const { shown, kept, percent } = shareKept(contents, kind)
    const goal = contentGoals[kind]
    console.log(`| ${kind} | ${shown} | ${kept} | ${percent.toFixed(2)} % | ${goal} % |`)
    tellClaim({
      what: `real documents: ${kind}`,
      value: percent,
      unit: '% kept',
      goal: { text: `${goal} %`, isMet: percent >= goal },
      bare: {
        what: 'sanitize-html with its own settings',
        value: 100 - (100 * contents.lostBare[kind]) / shown,
      },
    })
  }
  console.log('\nnot counted, as it shows a reader nothing:')
  for (const [reason, count] of Object.entries(contents.ignored)) console.log(`${reason}: ${count}`)
  console.log(`\nlost: ${contents.losses.length}`)
  for (const { kind, reason, what, file } of contents.losses)
    console.log(`${kind}: ${reason}: ${file}: ${what}`)
}

async function timeToParse(
  pool: ReturnType<typeof createCorpusPool>,
  folder: string,
  listed: ReturnType<typeof listDocuments>[number],
): Promise<number> {
  const startedAt = performance.now()
  await parseListed(pool, folder, listed)
  return performance.now() - startedAt
}

/** Of the documents of known length in XML, those in which no feed was found. */
function tellRefused(ours: readonly Comparison[], bare: readonly Comparison[]): void {
  const shareOfRefused = (compared: readonly Comparison[]) => {
    const known = compared.filter(({ field, file }) => field === 'entries' && !file.endsWith('.json'))
    return (100 * known.filter(({ got }) => String(got).startsWith('refused')).length) / known.length
  }
  const value = shareOfRefused(ours)
  const alone = shareOfRefused(bare)
  console.log(
    `\nrefused: ${value.toFixed(2)} % of documents in XML, by rss-parser alone ${alone.toFixed(1)} %`,
  )
  tellClaim({
    what: 'documents of the corpus in XML refused',
    value,
    unit: '%',
    bare: { what: 'rss-parser alone', value: alone },
  })
}

await main()
