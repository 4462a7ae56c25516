import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { runChaos } from '#tests/support/chaos/chaos-run.ts'

/** `npm run bench -- chaos [MINUTES=10] [SEED]`: kills at random points under load, and compares what is left with what was published. */
const minutes = Number(process.argv[2] ?? 10)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
console.log(`${minutes} min, seed ${seed}`)
process.env['AUTH_SECRET'] ??= 'a secret of the tests, at least 32 characters' // before the configuration is read, for a build
await buildWhenChanged(console.error, AbortSignal.timeout(600_000))
const result = await runChaos(minutes * 60_000, seed)
const { kills, published, stored, doubled, toTell, told, again, broken } = result
const { acts, streams, resets, untold, brokenWords, webOwnEnds, webExit } = result
const { issues, mailed, mailedAgain, brokenDigests, leasesLeft, news, untoldNews } = result
console.table([
  {
    what: 'aggregators, web servers, databases and sessions killed',
    count: `${kills.aggregator}, ${kills.web}, ${kills.postmaster}, ${kills.backend}`,
  },
  { what: 'aggregators that ended by themselves, without a database', count: result.aggregatorEnds },
  { what: 'times the clock was set by an hour', count: kills.clock },
  { what: 'postings published', count: published },
  { what: 'of them stored', count: stored, ratio: stored / published },
  { what: 'stored twice', count: doubled },
  { what: 'of them news, and in no message', count: `${news}, ${untoldNews}` },
  { what: 'messages to tell', count: toTell },
  { what: 'of them told', count: told, ratio: told / toTell },
  { what: 'told again with the same key', count: again },
  { what: 'issues of digests told', count: issues },
  { what: 'of them mailed', count: mailed, ratio: mailed / issues },
  { what: 'mailed again with the same Message-ID', count: mailedAgain },
  { what: 'digests told otherwise than once', count: brokenDigests.length },
  { what: 'leases that a process left behind', count: leasesLeft.length },
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
for (const digest of brokenDigests) console.log(`BROKEN DIGEST ${digest}`)
for (const message of result.untoldMessages) console.log(`NOT TOLD ${message}`)
for (const lease of leasesLeft) console.log(`LEASE LEFT ${lease}`)
for (const word of brokenWords) console.log(`BROKEN WORD ${word}`)
const isWhole = stored === published && doubled === 0 && told === toTell && broken.length === 0
const isToldOnce = mailed === issues && untoldNews + brokenDigests.length + leasesLeft.length === 0
const hasKeptWord = brokenWords.length + untold + acts.internal + webOwnEnds === 0 && webExit === 0
process.exitCode = isWhole && isToldOnce && hasKeptWord ? 0 : 1
