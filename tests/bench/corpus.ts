import {
  compareCorpus,
  createCorpusPool,
  fields,
  goals,
  hasCorpus,
  listDocuments,
  parseListed,
  shareOf,
  type Comparison,
} from '../support/corpus.ts'
import { tellClaim } from './claims.ts'
import { parseBare } from './corpus-bare.ts'

/**
 * `npm run bench:corpus`: what the aggregator understands of ../shared/feed-corpus, as the table in the README, and below
 * it every document that is read otherwise than its manifest says.
 */
async function main(): Promise<void> {
  if (!hasCorpus) return console.log('../shared/feed-corpus is absent: nothing to measure')
  const pool = createCorpusPool()
  const compared = await compareCorpus(pool)
  const bare = await compareCorpus({ parse: parseBare })
  console.log('| field | known | right | share | goal |\n| --- | ---: | ---: | ---: | ---: |')
  for (const field of fields) {
    const { known, right, percent } = shareOf(compared, field)
    console.log(`| ${field} | ${known} | ${right} | ${percent.toFixed(2)} % | ${goals[field]} % |`)
    const goal = { text: `${goals[field]} %`, isMet: percent >= goals[field] }
    tellClaim({
      ...{ what: `real documents: ${field}`, value: percent, unit: '% right', goal },
      bare: { what: 'rss-parser alone', value: shareOf(bare, field).percent },
    })
  }
  tellRefused(compared, bare)
  let slowestMs = 0
  const hostile = listDocuments().filter(({ tags }) => tags?.includes('hostile') === true)
  for (const listed of hostile) {
    const startedAt = performance.now()
    await parseListed(pool, listed)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  const startedAt = performance.now()
  await Promise.all(
    listDocuments()
      .slice(0, 100)
      .map((listed) => parseListed(pool, listed)),
  )
  tellClaim({
    ...{ what: 'hostile documents: the slowest', value: slowestMs, unit: 'ms' },
    bare: { what: 'one of a hundred others, in the mean', value: (performance.now() - startedAt) / 100 },
  })
  console.log(`\n${hostile.length} hostile documents: the slowest took ${Math.round(slowestMs)} ms\n`)
  for (const { file, field, expected, got, isRight } of compared)
    if (!isRight) console.log(`${field}: ${file}: ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`)
  await pool.close()
}

/** Of the documents of known length, those in which no feed was found. */
function tellRefused(ours: readonly Comparison[], bare: readonly Comparison[]): void {
  const shareOfRefused = (compared: readonly Comparison[]) => {
    const known = compared.filter(({ field }) => field === 'entries')
    return (100 * known.filter(({ got }) => String(got).startsWith('refused')).length) / known.length
  }
  const [value, alone] = [shareOfRefused(ours), shareOfRefused(bare)]
  console.log(`\nrefused: ${value.toFixed(2)} % of documents, by rss-parser alone ${alone.toFixed(1)} %`)
  tellClaim({
    ...{ what: 'real documents refused', value, unit: '%' },
    bare: { what: 'rss-parser alone', value: alone },
  })
}

await main()
