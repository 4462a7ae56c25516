import { buildWhenChanged } from '#lib/launch/build.ts'
import { runChaos } from '../support/chaos-run.ts'

/** `npm run chaos -- [MINUTES=10] [SEED]`: kills at random points under load, and compares what is left with what was published. */
const minutes = Number(process.argv[2] ?? 10)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
console.log(`${minutes} min, seed ${seed}`)
await buildWhenChanged(console.error, AbortSignal.timeout(600_000))
const result = await runChaos(minutes * 60_000, seed)
const { kills, published, stored, doubled, toTell, told, again, broken } = result
const { acts, streams, resets, untold, brokenWords, webOwnEnds, webExit } = result
console.table([
  {
    what: 'aggregators, web servers, databases and sessions killed',
    count: `${kills.aggregator}, ${kills.web}, ${kills.postmaster}, ${kills.backend}`,
  },
  { what: 'postings published', count: published },
  { what: 'of them stored', count: stored, ratio: stored / published },
  { what: 'stored twice', count: doubled },
  { what: 'messages to tell', count: toTell },
  { what: 'of them told', count: told, ratio: told / toTell },
  { what: 'told again with the same key', count: again },
  {
    what: 'acts of readers done, refused, unanswered, answered with 500',
    count: `${acts.done}, ${acts.refused}, ${acts.unanswered}, ${acts.internal}`,
  },
  { what: 'acts stored otherwise than answered', count: brokenWords.length },
  { what: 'streams of events opened, told to read anew', count: `${streams}, ${resets}` },
  { what: 'postings that a stream did not tell', count: untold },
  {
    what: 'ends of the web server by itself; its exit code when asked to end',
    count: `${webOwnEnds}; ${webExit}`,
  },
  { what: 'invariants broken', count: broken.length },
])
for (const { name, examples } of broken) console.log(`BROKEN ${name}: ${examples.join('; ')}`)
for (const word of brokenWords) console.log(`BROKEN WORD ${word}`)
const isWhole = stored === published && doubled === 0 && told === toTell && broken.length === 0
const hasKeptWord = brokenWords.length + untold + acts.internal + webOwnEnds === 0 && webExit === 0
process.exitCode = isWhole && hasKeptWord ? 0 : 1
